// Barks when nothing was heard for a while.

export function makeWatchdog() {
  let timer;
  const rest = () => clearInterval(timer);
  return {
    rest,
    /** Wait anew. Counts quarters of the limit, because a whole night's sleep of the computer passes as one of them. */
    watch(limit, bark) {
      rest();
      let quarters = 0;
      timer = setInterval(() => {
        quarters += 1;
        if (quarters < 4) return;
        rest();
        bark();
      }, limit / 4);
    },
  };
}
