import { expect, test } from 'vitest'
import { cookieValue, readCredential } from './session-cookie.server.ts'

const NAME = '__Host-threshold.session_token'

// Browsers don't see `__Host-` after these characters, so subdomains can set it. RFC 6265 doesn't trim them.
test.each(['\u00a0', '\ufeff', '\v', '\f', '\u3000'])(
  '%j is part of the name that it stands in front of',
  (char) => {
    expect(cookieValue(`${char}${NAME}=planted`, NAME)).toBeUndefined()
    expect(cookieValue(`${NAME}${char}=planted`, NAME)).toBeUndefined()
    expect(cookieValue(`${char}${NAME}=planted; ${NAME}=own`, NAME)).toBe('own')
  },
)

test('blanks around name and value are not part of them', () => {
  expect(cookieValue(`a=b;\t ${NAME} \t= own\t ; c=d`, NAME)).toBe('own')
})

test('a session is taken from the cookie of this name alone', () => {
  const given = (cookie: string, PUBLIC_URL: string) =>
    readCredential(new Headers({ cookie }), { PUBLIC_URL })
  const planted = '__Secure-threshold.session_token=planted; threshold.session_token=planted'
  expect(given(planted, 'https://forum.example')).toBeUndefined()
  expect(given(`${planted}; ${NAME}=own`, 'https://forum.example')).toBe('own')
  expect(given(`${NAME}=other; threshold.session_token=own`, 'http://localhost:3000')).toBe('own')
})
