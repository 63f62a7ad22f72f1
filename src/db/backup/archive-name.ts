/** `threshold-2026-11-23T10-46-00Z.tar.zst`: sorts by time, and is a name on every system. */
export function archiveName(at: Date): string {
  return `threshold-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`
}
