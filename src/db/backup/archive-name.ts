/** Of a backup that the forum makes by itself, `threshold-2026-11-23T10-46-00Z.tar.zst`: sorts by time, a name on every system. */
export function archiveName(at: Date): string {
  return `threshold-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`
}

/** Of one that somebody makes by hand: it stays until somebody removes it by hand. */
export function manualArchiveName(at: Date): string {
  return archiveName(at).replace('Z.tar', 'Z-manual.tar')
}

/** When a backup was made, by its name; nothing for what is no backup. */
export function archiveTime(name: string): Date | undefined {
  const [, date, hours, minutes, seconds] =
    /^threshold-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-manual)?\.tar\.zst$/.exec(name) ?? []
  const time = new Date(`${date}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Whether the forum made it by itself, and may remove it. */
export function isScheduled(name: string): boolean {
  return archiveTime(name) !== undefined && !name.endsWith('-manual.tar.zst')
}
