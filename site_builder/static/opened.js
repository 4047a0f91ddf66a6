// Opened from a file: browsers load no module from there, so that the page stays as it was drawn, and says so.

if (location.protocol === "file:" && document.querySelector(".editions")) {
  const { href, textContent } = document.querySelector(".editions a");
  document.querySelector(".runtime-status").replaceChildren(
    "Opened from a file, this page stays as it was drawn. ",
    Object.assign(document.createElement("a"), { href, textContent }),
    " runs Python there too.",
  );
}
