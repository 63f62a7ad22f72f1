/** How somebody is called: the full name, else the username. */
export function displayName({ full_name, username }: { full_name: string | null; username: string }): string {
  return full_name || username
}
