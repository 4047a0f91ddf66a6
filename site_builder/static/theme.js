// The light switch. Runs before the page is painted; a choice is kept only while it differs from what the system asks for.

(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const site = new URL("../../", document.currentScript.src || location.href); // scripts are published two folders down
  const KEY = `theme ${site.pathname}`; // several sites may share a host, and what it stores

  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is refused: the page follows the system
    }
  }

  function keep(theme) {
    try {
      if (theme) localStorage.setItem(KEY, theme);
      else localStorage.removeItem(KEY);
    } catch {
      root.dataset.forgetful = ""; // storage is refused: chosen until the page is closed
    }
  }

  function show(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  show(stored());
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-action=theme]")) return;
    const now = root.dataset.theme ?? (system.matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    const choice = (next === "dark") === system.matches ? null : next;
    show(choice);
    keep(choice);
  });
})();
