import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find, temporaryFolder } from './programs.ts'

const example = (name: string) =>
  readFile(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

test.skipIf(!find('systemd-analyze'))(
  'the unit is one that systemd takes, and holds the forum tight',
  async () => {
    const unit = join(folder.path, 'threshold.service')
    const text = await example('threshold.service')
    expect(text).toContain('ExecStart=/usr/bin/node ')
    await writeFile(unit, text.replace('/usr/bin/node', process.execPath))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => line.includes('threshold.service'))).toEqual([])
    expect(verified.status).toBe(0)
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const exposure = Number(
      /Overall exposure level for threshold\.service: ([\d.]+)/.exec(security.stdout)?.[1],
    )
    expect(exposure, security.stdout).toBeLessThan(2.5)
  },
)

test.skipIf(!find('nginx') || !find('openssl'))('nginx takes its example', async () => {
  const { certificate, key } = await makeCertificate()
  const site = (await example('nginx.conf'))
    .replace('/etc/ssl/forum.example.org/fullchain.pem', certificate)
    .replace('/etc/ssl/forum.example.org/privkey.pem', key)
  await writeFile(join(folder.path, 'site.conf'), site)
  const whole = `pid ${folder.path}/pid; error_log ${folder.path}/log; events {} http { access_log off; include site.conf; }`
  await writeFile(join(folder.path, 'nginx.conf'), whole)
  const tried = spawnSync('nginx', ['-t', '-p', folder.path, '-c', join(folder.path, 'nginx.conf')], {
    encoding: 'utf8',
  })
  expect(tried.stderr).toContain('test is successful')
  expect(tried.stderr).not.toContain('[warn]')
})

test.skipIf(!find('haproxy') || !find('openssl'))('HAProxy takes its example', async () => {
  const { certificate, key } = await makeCertificate()
  const both = join(folder.path, 'both.pem')
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')))
  const file = join(folder.path, 'haproxy.cfg')
  await writeFile(file, (await example('haproxy.cfg')).replace('/etc/ssl/forum.example.org.pem', both))
  const tried = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect(tried.status, tried.stdout + tried.stderr).toBe(0)
  expect(tried.stdout + tried.stderr).not.toMatch(/WARNING|ALERT/)
})

test.skipIf(!find('haproxy'))('HAProxy takes its example for two database servers', async () => {
  const file = fileURLToPath(new URL('../../deploy/haproxy-database.cfg', import.meta.url))
  const tried = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect(tried.status, tried.stdout + tried.stderr).toBe(0)
  expect(tried.stdout + tried.stderr).not.toMatch(/WARNING|ALERT/)
})

test.skipIf(!find('caddy'))('Caddy takes its example', async () => {
  const file = join(folder.path, 'Caddyfile')
  await writeFile(file, await example('Caddyfile'))
  const env = { ...process.env, HOME: folder.path }
  const tried = spawnSync('caddy', ['validate', '--config', file], { encoding: 'utf8', env })
  expect(tried.status, tried.stderr).toBe(0)
})

async function makeCertificate() {
  const [certificate, key] = [join(folder.path, 'certificate.pem'), join(folder.path, 'key.pem')]
  const subject = ['-subj', '/CN=forum.example.org', '-days', '2', '-nodes']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject],
    {
      stdio: 'ignore',
    },
  )
  return { certificate, key }
}
