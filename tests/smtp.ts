import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface ReceivedMail {
  from: string
  to: string
  text: string
}

/** Starts a mail server that stores every mail. Implements just enough of SMTP (RFC 5321) for the forum. */
export async function smtpServer() {
  const received: ReceivedMail[] = []
  const server = createServer((socket) => void converse(socket, received))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function converse(socket: Socket, received: ReceivedMail[]): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail: ReceivedMail = { from: '', to: '', text: '' }
  let isData = false
  say('220 here')
  for await (const line of createInterface({ input: socket })) {
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
    if (isData && line === '.') {
      received.push(mail)
      mail = { from: '', to: '', text: '' }
      isData = false
      say('250 kept')
    } else if (isData) mail.text += `${line}\n`
    else if (/^DATA/i.test(line)) {
      isData = true
      say('354 go on')
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
    else {
      if (/^MAIL FROM/i.test(line)) mail.from = address
      if (/^RCPT TO/i.test(line)) mail.to = address
      say('250 fine')
    }
  }
}
