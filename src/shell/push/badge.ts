/** Shows the number of unread items on the icon of the installed forum, or none for 0. Firefox has no badges. */
export async function showBadge(unread: number): Promise<void> {
  await (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => undefined)
}
