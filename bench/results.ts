import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

const FOLDER = new URL('./results/', import.meta.url)

/** On what something was measured, and how much else it had to do then. */
export interface Machine {
  date: string
  cpu: string
  cores: number
  memory_gb: number
  /** Processes that wanted a processor in the minute before: what is measured on a busy machine is noisy. */
  load: number
  node: string
  postgresql: string
}

/** `postgresql` is what its server_version says. */
export function describeMachine(postgresql: string): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 2 ** 30),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    node: process.versions.node,
    postgresql: postgresql.split(' ')[0] ?? postgresql,
  }
}

/** As bench/results/NAME.json, in place of what was measured before. */
export async function writeResults(name: string, results: object): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(new URL(`${name}.json`, FOLDER), `${JSON.stringify(results, null, 2)}\n`)
}

export async function readResults<Results>(name: string): Promise<Results> {
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8'))
}
