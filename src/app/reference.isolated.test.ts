import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../platform/config/config.server.ts'
import { siteOf } from '../platform/site.ts'
import { operations } from './operations.server.ts'
import { apiDescription } from './reference.server.ts'

type Operation = { security?: Record<string, string[]>[] }

const config = loadConfig({ PUBLIC_URL: 'https://forum.example' })
let document: Awaited<ReturnType<typeof apiDescription>>

beforeAll(async () => {
  document = await apiDescription(config, siteOf(config))
})

it('the description of the API keeps Redocly’s recommended rules', async () => {
  const rules = {
    // The project has no licence.
    'info-license': 'off',
    // Lists without input have no 4xx response.
    'operation-4xx-response': 'off',
  } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(
    problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`),
  ).toEqual([])
})

describe('who may ask', () => {
  const securityOf = (method: string, path: string) =>
    (document.paths?.[path] as Record<string, Operation> | undefined)?.[method.toLowerCase()]?.security

  it.each(operations)(
    '$name is described as its guard and its scope are',
    ({ method, path, guards: [guard], token }) => {
      const security = securityOf(method, path)
      expect.soft(security).toBeDefined()
      const needsSomebody =
        (security ?? []).length > 0 && !security?.some((one) => Object.keys(one).length === 0)
      expect.soft(needsSomebody, 'needs somebody').toBe(guard !== 'visitor')
      // A write with a cookie also needs the CSRF header.
      for (const one of security ?? [])
        if (one.cookie) expect.soft('csrf' in one, 'a cookie').toBe(method !== 'GET')
      const scopes = (security ?? []).flatMap(({ bearer }) => (bearer ? [bearer] : []))
      expect.soft(scopes, 'scope of its access token').toEqual(token ? [[token]] : [])
    },
  )

  it('is nobody for lists, anybody for the live stream, and a member for the bookmarks', () => {
    expect(securityOf('GET', '/posts')).toEqual([])
    expect(securityOf('POST', '/auth/sign-in/email')).toEqual([])
    expect(securityOf('GET', '/live')).toEqual([{}, { session: [] }, { cookie: [] }])
    expect(securityOf('GET', '/bookmarks')).toEqual([{ bearer: ['read'] }, { session: [] }, { cookie: [] }])
    expect(securityOf('POST', '/posts')).toEqual([
      { bearer: ['write'] },
      { session: [] },
      { cookie: [], csrf: [] },
    ])
    expect(securityOf('PUT', '/me/password')).toEqual([{ session: [] }, { cookie: [], csrf: [] }])
  })
})
