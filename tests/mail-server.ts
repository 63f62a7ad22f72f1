// A mail server to start with `fork`. It sends its port to the parent process, and then each accepted mail.
import { SMTPServer } from 'smtp-server'

/** Refusals of recipients, by the local part of their email address. All other recipients are accepted. */
const ANSWERS: Record<string, [code: number, text: string]> = {
  'no-such-user': [550, '5.1.1 No such user here'],
  full: [552, '5.2.2 Mailbox full'],
  later: [451, '4.7.1 Greylisted, try again later'],
  blocked: [550, '5.7.1 Your network is on a list'],
}

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const answer = ANSWERS[address.split('@')[0]?.toLowerCase() ?? '']
    if (!answer) return done()
    done(Object.assign(new Error(answer[1]), { responseCode: answer[0] }))
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      process.send?.({ to, text: Buffer.concat(chunks).toString() })
      done()
    })
  },
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as { port: number }
  process.send?.({ port })
})
process.on('disconnect', () => process.exit())
