const started =
  typeof document === 'undefined'
    ? undefined
    : new Promise((resolve) => addEventListener('application-ready', resolve, { once: true }))

/** Runs once the application has started and the browser is idle; never on the server. */
export function whenAtRest(act: () => unknown): void {
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout
  void started?.then(() => whenIdle(() => void act()))
}
