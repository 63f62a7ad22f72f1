/** `threshold-2026-11-23T10-46-00Z.tar.zst`: sorts by time, and is a name on every system. */
export function archiveName(at: Date): string {
  return `threshold-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`
}

/** When a backup was made, by its name; nothing for what is no backup. */
export function archiveTime(name: string): Date | undefined {
  const [, date, hours, minutes, seconds] =
    /^threshold-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/.exec(name) ?? []
  const time = new Date(`${date}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
