import fc from 'fast-check'

/** `npm test` always generates the same inputs, so only changed code fails it. `test:all` tries new ones. */
if (process.env.LONG_TESTS !== 'on') fc.configureGlobal({ seed: 20_261_126 })

export default fc
