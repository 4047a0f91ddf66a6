// Says that the scripts of the page do not run. None of them could: this one stands alone and is no module.

addEventListener(
  "error",
  ({ target }) => {
    const hasStarted = !document.querySelector("form.controls > fieldset:disabled");
    const place = document.querySelector(".runtime-status");
    if (hasStarted || !place || target.localName === "link") return;
    document.documentElement.dataset.runtime = "failed";
    const isFile = location.protocol === "file:";
    const cause = isFile ? "Browsers run no scripts of a page opened from a folder." : "The scripts of this page could not be loaded.";
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload the page" });
    button.addEventListener("click", () => location.reload());
    place.replaceChildren(`${cause} The figures stay as they were drawn. `, ...(isFile ? [] : [button]));
  },
  true,
);
