import { HtmlValidate } from 'html-validate'
import { ADDRESSES } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes `charSet`, `<br/>` and `hidden=""`. HTML allows all of them.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // React's useId begins with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // The page holds both states or widths, and CSS shows one. axe looks at what is shown (axe.spec.ts).
    'unique-landmark': 'off',
    'heading-level': 'off',
    'prefer-native-element': ['error', { exclude: ['heading'] }],
    // The search form has one field, which Enter submits.
    'wcag/h32': 'off',
    // A password field that is shown becomes a text field, where autocapitalize matters.
    'input-attributes': 'off',
    // Members choose titles.
    'long-title': 'off',
    // Files of the forum itself need no checksum.
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
