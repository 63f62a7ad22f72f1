import { connect } from 'node:net'

/** Sends the beginning of a large request, then one byte every 50 ms, until the test calls `leave()`. */
export function trickle({ port }: { port: number }, path: string, headers = '', method = 'POST') {
  const socket = connect(port)
  const clock = setInterval(() => socket.write('x'), 50)
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}content-length: 900000\r\n\r\n`)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      clearInterval(clock)
      resolve()
    }),
  )
  /** The first chunk of the response. */
  const said = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  return { said, closed, leave: () => socket.destroy() }
}
