import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

interface ForkReceivedMail {
  to: string[]
  text: string
}

/** Starts mail-server.ts in another process. Its mails arrive later, so wait for them with `vi.waitFor`. */
export async function forkMailServer() {
  const child = fork(fileURLToPath(new URL('mail-server.ts', import.meta.url)))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const received: ForkReceivedMail[] = []
  child.on('message', (mail) => received.push(mail as ForkReceivedMail))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
