// The contents follow the reading: the section across the upper third of the window is marked.

const links = new Map([...document.querySelectorAll(".contents a[href^='#']")].map((a) => [a.hash.slice(1), a]));
const rail = document.querySelector(".rail"); // scrolls where the contents are higher than the window

function mark(link) {
  if (link) rail.scrollTop = link.offsetTop - rail.clientHeight / 2;
  for (const other of links.values()) other.toggleAttribute("aria-current", false);
  link?.setAttribute("aria-current", "true");
}

const band = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target.getAttribute("aria-labelledby"));
      if (isIntersecting) mark(link);
      else if (link?.hasAttribute("aria-current")) link.removeAttribute("aria-current");
    }
  },
  { rootMargin: "-33% 0px -66% 0px" },
);

for (const section of document.querySelectorAll("main > section[aria-labelledby]")) band.observe(section);
