/** What the address of the messages asks for, by username. */
export interface MessagesSearch {
  /** Whose thread is open. */
  with?: string
  /** With whom to begin one; it becomes `with` once they were found. */
  start?: string
  /** The id of the conversation with somebody who has left. */
  former?: string
}
