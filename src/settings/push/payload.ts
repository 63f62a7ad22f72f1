/** Content of a push message, encrypted for one browser. The service worker shows it as a notification. */
export interface PushPayload {
  title: string
  body: string
  /** Path on the forum that a click opens. */
  path: string
  /** A notification replaces an earlier one with the same tag. */
  tag: string
  /** Path of the forum's icon. */
  icon: string
  /** Unread notifications and messages, for the badge on the icon. */
  unread: number
}
