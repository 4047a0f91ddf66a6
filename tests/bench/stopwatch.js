// Times every answer of the page: from the input that asked for it to the frame that shows it.

window.stopwatch = (() => {
  const turn = {}; // the question last in the worker: when it was asked, and when its answer arrived
  const inputs = new Map(); // figure -> when it was touched
  let lastInput;
  const times = []; // what was measured: {figure, input, asked, arrived, drawn, frame}
  let awaited = {}; // {figure, resolve, isAsked}

  const now = () => performance.now();
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data.id && (turn.arrived = now()));
    }
    postMessage(message, ...rest) {
      if (message.id) turn.asked = now();
      super.postMessage(message, ...rest);
    }
  };

  const figureOf = (target) => target.closest("figure[data-figure]");
  addEventListener("input", ({ target }) => {
    const figure = figureOf(target);
    if (!figure) return;
    inputs.set(figure, (lastInput = now()));
    if (figure.id === awaited.figure) awaited.isAsked = true;
  }, true);
  addEventListener("figure:answer", ({ target: figure }) => {
    const input = inputs.get(figure);
    if (input === undefined || figure.dataset.status === "pending") return;
    inputs.delete(figure);
    const isForeseen = !(turn.asked >= input); // answered ahead: nothing was asked
    const time = { figure: figure.id, input, ...(isForeseen ? { asked: input, arrived: input } : turn), drawn: now() };
    // What is posted within a frame arrives once that frame is laid out and painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      times.push({ ...time, frame: now() });
      port1.close();
      if (awaited.figure === figure.id) awaited.resolve(times.at(-1));
    };
    requestAnimationFrame(() => port2.postMessage(null));
  });

  const isIdle = (figure) => figure.dataset.status !== "pending";
  const isInView = (figure) => {
    const { top, bottom } = figure.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };

  return {
    times,
    /** As long as a quick hand takes between two acts, between coming to a place and acting there, or to press and let go. */
    aim: () => new Promise((resolve) => setTimeout(resolve, 120)),
    lastInput: () => lastInput,
    /** From now on wait for the next drawing that this figure's form asks for. */
    arm(figure) {
      this.next = new Promise((resolve) => (awaited = { figure, resolve, isAsked: false }));
    },
    /** The times of the drawing waited for; null where nothing was asked since `arm`. */
    taken() {
      return awaited.isAsked ? this.next : null;
    },
    /** Resolves with the time at which every figure, or every one in view, shows what its form asks. */
    settled(inView) {
      const figures = [...document.querySelectorAll("figure[data-figure]")].filter((each) => !inView || isInView(each));
      return new Promise((resolve) => {
        const look = () => {
          if (!figures.every(isIdle)) return;
          removeEventListener("figure:answer", look);
          requestAnimationFrame(() => resolve(now()));
        };
        addEventListener("figure:answer", look);
        look();
      });
    },
  };
})();
