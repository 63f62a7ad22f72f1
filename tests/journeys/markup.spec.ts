import { HtmlValidate } from 'html-validate'
import { ADDRESSES } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes `charSet`, `<br/>` and `hidden=""`, all of which HTML allows.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Ids from React's useId begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // Pages contain elements for several widths or states. CSS shows one of them, which axe.spec.ts checks.
    'unique-landmark': 'off',
    'heading-level': 'off',
    'prefer-native-element': ['error', { exclude: ['heading'] }],
    // The search form needs no submit button, because Enter submits its only field.
    'wcag/h32': 'off',
    // Allows autocapitalize on password fields. It has an effect once the field shows its text.
    'input-attributes': 'off',
    // Members choose the titles of posts, so titles can be long.
    'long-title': 'off',
    // Files from the forum itself need no checksum.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

test('every page is valid HTML', { tag: '@all' }, async ({ newMember, request, sql }) => {
  test.slow()
  const sights = await makeFixtures(await newMember('markup'), await newMember('other'), sql)
  const paths = new Set(ADDRESSES.map(({ path }) => path(sights)))
  for (const path of [...paths, '/api/docs']) {
    const html = await (await request.get(path)).text()
    const { results } = await validator.validateString(html, path)
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
    )
    expect.soft(found, path).toEqual([])
  }
})
