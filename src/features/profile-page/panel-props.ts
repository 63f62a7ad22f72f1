/** What a panel of a profile gets. Its list has been fetched (LOAD_TAB). */
export interface PanelProps {
  username: string
  /** How they are called, for the words of an empty list. */
  name: string
  cursor: string | undefined
}
