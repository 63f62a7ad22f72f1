import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface ReceivedDelivery {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts webhook-receiver.ts in another process. Its requests arrive here later, so wait for them with `expect.poll`. */
export async function forkWebhookReceiver() {
  const child = fork(fileURLToPath(new URL('webhook-receiver.ts', import.meta.url)))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const received: ReceivedDelivery[] = []
  child.on('message', (delivery) => received.push(delivery as ReceivedDelivery))
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Verifies a signature with the example of docs/api.md. */
export async function isSignedWith(secret: string, { headers, body }: ReceivedDelivery): Promise<boolean> {
  const document = await readFile('docs/api.md', 'utf8')
  const [example = ''] = /(?<=```ts\n)[^`]*isGenuine[\s\S]*?(?=\n```)/.exec(document) ?? []
  const script = stripTypeScriptTypes(example)
  const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`)
  return isGenuine(new Headers(headers as Record<string, string>), body, secret)
}
