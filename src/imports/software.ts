/** Names of the software that forums are imported from, by their names on the command line. */
const SOFTWARE: Record<string, string> = {
  discourse: 'Discourse',
  nodebb: 'NodeBB',
  phpbb: 'phpBB',
  archive: 'Threshold',
}

/** Returns the name of a software for display: "nodebb" → "NodeBB". Other names stay. */
export function softwareText(name: string): string {
  return SOFTWARE[name] ?? name
}
