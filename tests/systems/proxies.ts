// Starts the proxies with the configurations in deploy/. Changes only host names, ports, TLS and folders.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../bin/port.ts'
import { find, type Program, startProgram } from './programs.ts'

export interface Proxy {
  origin: string
  program: Program
}

const example = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

/** Starts nginx in front of two nodes with these ports. */
export async function startNginx(folder: string, ports: number[]): Promise<Proxy> {
  const port = await freePort()
  const home = join(folder, `nginx-${port}`)
  await mkdir(home)
  const [upstream = '', , site = ''] = withNodes(await example('nginx.conf'), ports).split(/^(?=server \{)/m)
  const server = site
    .replace(/^ +(ssl_\w+|listen \[::]:443|server_name) .*\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${home}/${what};`,
  )
  const file = join(home, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; worker_processes 2; pid ${home}/pid; error_log ${home}/error.log;
     events { worker_connections 512; }
     http { access_log off; ${temporary.join(' ')}
     ${upstream}${server} }`,
  )
  const args = ['-p', home, '-c', file, '-e', join(home, 'error.log')]
  return { origin: `http://127.0.0.1:${port}`, program: startProgram(find('nginx') as string, args) }
}

/** Starts HAProxy in front of two nodes with these ports. */
export async function startHaproxy(folder: string, ports: number[]): Promise<Proxy> {
  const port = await freePort()
  const text = withNodes(await example('haproxy.cfg'), ports)
  const [, defaults = ''] = /^(defaults[\s\S]*?)^frontend/m.exec(text) ?? []
  const [, backend = ''] = text.split(/^(?=backend nodes)/m)
  const frontend = `frontend forum\n  bind 127.0.0.1:${port}\n  default_backend nodes\n`
  const file = join(folder, `haproxy-${port}.cfg`)
  await writeFile(file, `${defaults}\n${frontend}\n${backend}`)
  const program = startProgram(find('haproxy') as string, ['-db', '-f', file])
  return { origin: `http://127.0.0.1:${port}`, program }
}

/** Starts Caddy in front of two nodes with these ports. */
export async function startCaddy(folder: string, ports: number[]): Promise<Proxy> {
  const port = await freePort()
  const file = join(folder, `Caddyfile-${port}`)
  const site = withNodes(await example('Caddyfile'), ports).replace('forum.example.org {', `:${port} {`)
  await writeFile(file, `{\n\tadmin off\n}\n${site}`)
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const program = startProgram(find('caddy') as string, ['run', '--config', file], { env })
  return { origin: `http://127.0.0.1:${port}`, program }
}

function withNodes(text: string, [first, second]: number[]): string {
  return text.replace('10.0.0.11:3000', `127.0.0.1:${first}`).replace('10.0.0.12:3000', `127.0.0.1:${second}`)
}
