import { expect, test } from 'vitest'
import { cookieValue } from './session-cookie.server.ts'

const NAME = '__Host-threshold.session_token'

// A browser lets a subdomain set such a name, because it does not begin with `__Host-`; RFC 6265 knows two blanks.
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
