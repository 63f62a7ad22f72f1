import fc from 'fast-check'

/** `npm test` tries the same cases each time, so that it fails only because of a change. `npm run test:all` tries new ones. */
if (process.env.LONG_TESTS !== 'on') fc.configureGlobal({ seed: 20_261_126 })

export default fc
