/** What Vitest's JSON reporter says of a file, as far as it is read here. */
export interface UnitFile {
  name: string
  status: string
  message?: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
}

/** Of a failure what can be read in one line. */
const SHOWN = 300

/**
 * Names each test that failed with what it said, so that the end of a long log tells it; undefined when all passed. An error
 * that no test is to blame for ends Vitest with a code alone.
 */
export function failedUnits(files: UnitFile[], code: number): string | undefined {
  const lines = files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${inOneLine(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}: ${inOneLine(failureMessages?.[0])}`,
    )
  })
  if (lines.length > 0) return ['Tests that failed:', ...lines].join('\n  ')
  return code === 0
    ? undefined
    : `No test failed, but Vitest ended with code ${code}: an error outside of all tests.`
}

/** Names each test that was left out: as nothing here may mount a disk, say, or a program is missing. */
export function skippedUnits(files: UnitFile[]): string | undefined {
  const names = files.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName),
  )
  return names.length > 0 ? ['Tests that were left out:', ...names].join('\n  ') : undefined
}

const inOneLine = (message = '') => message.replaceAll(/\s+/g, ' ').slice(0, SHOWN)
