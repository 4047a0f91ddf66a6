// Says that the scripts of the page do not run. None of them could: this one stands alone and is no module.

addEventListener(
  "error",
  ({ target }) => {
    const hasStarted = !document.querySelector("form.controls > fieldset:disabled");
    const place = document.querySelector(".runtime-status");
    if (hasStarted || !place || target.localName === "link" || location.protocol === "file:") return;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload the page" });
    button.addEventListener("click", () => location.reload());
    const said = Object.assign(place.cloneNode(), { id: "unloaded" }); // Python may still start for nobody: status.js leaves it
    place.replaceWith(said);
    said.append("The scripts of this page could not be loaded. The figures stay as they were drawn. ", button);
  },
  true,
);
