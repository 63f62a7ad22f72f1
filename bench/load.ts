import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'

/** One request of a load; `{member}` and `{post}` in it are filled in anew for each. */
export interface Shot {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Load {
  requestsPerSecond: number
  /** Milliseconds. */
  p99: number
  /** Answers other than 2xx, and broken connections. */
  failures: number
}

const CONNECTIONS = 16
const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Loads `origin` with `shots`, taken in turn, over 16 connections for `seconds`. */
export async function load(origin: string, shots: readonly Shot[], seconds: number): Promise<Load> {
  return hasWrk ? loadWithWrk(origin, shots, seconds) : loadWithAutocannon(origin, shots, seconds)
}

function loadWithWrk(origin: string, shots: readonly Shot[], seconds: number): Load {
  const script = join(tmpdir(), `threshold-bench-${process.pid}.lua`)
  writeFileSync(script, luaScript(shots))
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-s', script, origin]
  const out = execFileSync('wrk', args, { encoding: 'utf8' })
  rmSync(script)
  const number = (pattern: RegExp) => Number(pattern.exec(out)?.[1] ?? 0)
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(out) ?? []
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    failures: number(/Non-2xx or 3xx responses: (\d+)/) + number(/Socket errors:.*timeout (\d+)/),
  }
}

function luaScript(shots: readonly Shot[]) {
  const quoted = (text: string) => JSON.stringify(text)
  const built = shots.map(({ method, path, headers = {}, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`)
    return `wrk.format(${quoted(method)},${quoted(path)},{${pairs.join()}},${body ? quoted(body) : 'nil'})`
  })
  // Built in init: there the address is known. Chunks, since a Lua function holds 200 constants at most… per table.
  const fill = built.map((shot) => `shots[#shots+1]=${shot}`)
  const parts = Array.from({ length: Math.ceil(fill.length / 50) }, (_, i) => fill.slice(i * 50, i * 50 + 50))
  const functions = parts.map((lines, i) => `function fill${i}()\n${lines.join('\n')}\nend`).join('\n')
  return `shots={}\nlocal n=0\n${functions}\nfunction init()\n${parts.map((_, i) => `fill${i}()`).join('\n')}\nend
function request() n=n%#shots+1; return shots[n] end\n`
}

async function loadWithAutocannon(origin: string, shots: readonly Shot[], seconds: number): Promise<Load> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: shots.map(({ method, path, headers, body }) => ({ method, path, headers, body })),
  })
  return {
    requestsPerSecond: result.requests.average,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
