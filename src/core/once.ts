/** What is opened when it is first asked for; `end` gives it, if it was, and lets it be opened anew. */
export type Once<T> = { get(): Promise<T>; end(): Promise<T> | undefined };

/** What `lasts` does not is opened anew by the next who asks: it was not there yet. */
export function once<T>(open: () => Promise<T>, lasts: (value: T) => boolean = () => true): Once<T> {
  let opened: Promise<T> | undefined;
  return {
    get() {
      if (opened !== undefined) return opened;
      const opening = open();
      opened = opening;
      const passing = (value: T) => {
        if (opened === opening && !lasts(value)) opened = undefined;
      };
      opening.then(passing, () => undefined);
      return opening;
    },
    end() {
      const last = opened;
      opened = undefined;
      return last;
    },
  };
}
