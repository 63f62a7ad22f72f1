/** A rate limit: a number of uses within a fixed window, which starts with the first use. */
export interface Rate {
  times: number
  seconds: number
}

/** Formats a waiting time as `40 seconds`, `3 minutes` or `5 hours`, rounded up. */
export function waitText(seconds: number): string {
  const [count, unit] =
    seconds > 5400
      ? [Math.ceil(seconds / 3600), 'hour']
      : seconds > 90
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds), 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
