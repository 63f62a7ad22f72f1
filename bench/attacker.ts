// Simulates the attacking guests. Runs in its own thread, so that it does not delay the measuring thread.
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Attack, AttackRequest } from './attacks.ts'

const { attack, port } = workerData as { attack: Attack; port: number }
const answers: Record<string, number> = {}
const open = new Set<ClientRequest>()
let isOver = false
let sent = 0

parentPort?.once('message', () => {
  isOver = true
  for (const one of open) one.destroy()
  parentPort?.postMessage(answers)
  setTimeout(() => process.exit(), 100)
})

for (let guest = 1; guest <= attack.guests; guest++)
  for (let connection = 0; connection < attack.connections; connection++) void keepStriking(guest)

async function keepStriking(guest: number): Promise<void> {
  do {
    const status = await strike(
      addressOf(guest),
      attack.strikes[sent % attack.strikes.length] as AttackRequest,
    )
    if (!isOver) answers[status] = (answers[status] ?? 0) + 1
    // Without this pause, refused connections would be retried in a busy loop.
    if (status === 'broken') await sleep(100)
  } while (attack.manner === 'flood' && !isOver)
}

/** Returns an address of the loopback network, for up to 50,000 guests. */
function addressOf(guest: number): string {
  return guest < 256 ? `127.0.1.${guest}` : `127.${16 + (guest >> 8)}.${guest & 255}.1`
}

/** Sends a request. Resolves with the status (`hold`: as soon as headers arrive), or `broken` on an error. */
function strike(
  localAddress: string,
  { method = 'GET', path, headers = {}, body }: AttackRequest,
): Promise<string> {
  const n = sent++
  const fill = (text: string) =>
    text
      .replaceAll('{n50}', String(1 + (n % 50)))
      .replaceAll('{n}', String(n))
      .replaceAll('{guest}', localAddress.replaceAll('.', '-'))
  const { promise, resolve } = Promise.withResolvers<string>()
  const call = request({
    host: '127.0.0.1',
    port,
    localAddress,
    method,
    path: fill(path),
    headers,
    agent: false,
  })
  open.add(call)
  call.on('response', (response) => {
    if (attack.manner === 'hold') resolve(String(response.statusCode))
    response.resume().on('end', () => resolve(String(response.statusCode)))
  })
  call.on('error', () => resolve('broken'))
  call.on('close', () => open.delete(call))
  if (attack.manner === 'trickle') void trickle(call)
  else call.end(body && fill(body))
  return promise
}

async function trickle(call: ClientRequest): Promise<void> {
  while (!call.destroyed) {
    call.write('x')
    await sleep(1000)
  }
}
