/** So many messages wait while no line takes any; then all of them become one that says that they are lost. */
const MOST = 5000

/** What is to be sent to the other nodes, the oldest first. */
export class MessageQueue {
  private messages: string[] = []
  private readonly whenLost: string
  private readonly most: number

  /** @param whenLost takes the place of `most` messages that nobody took */
  constructor(whenLost: string, most = MOST) {
    this.whenLost = whenLost
    this.most = most
  }

  add(message: string): void {
    if (this.messages.length >= this.most) this.messages = [this.whenLost]
    this.messages.push(message)
  }

  get isEmpty(): boolean {
    return this.messages.length === 0
  }

  /** Takes out as many as fit so many bytes with a comma each, at least one. */
  take(bytes: number): string[] {
    let room = bytes
    const fitting = this.messages.findIndex((message) => {
      room -= Buffer.byteLength(message) + 1
      return room < 0
    })
    return this.messages.splice(0, fitting === -1 ? this.messages.length : Math.max(1, fitting))
  }
}
