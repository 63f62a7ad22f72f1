import type { TransparencyReport } from './contract.ts'

type Cell = string | number | boolean | null

/** Writes a report as CSV (RFC 4180), one row for each number: `section,action,kind,reason,rule,origin,automatic,value`. */
export function transparencyCsv(report: TransparencyReport): string {
  return rowsOf(report)
    .map((row) => `${row.map(cellText).join(',')}\r\n`)
    .join('')
}

function rowsOf({ period, reports, cases, holds, actions, appeals }: TransparencyReport): Cell[][] {
  const numbers = (section: string, values: Record<string, number | null>) =>
    Object.entries(values).map(([name, value]) => [period, section, name, '', '', '', '', '', value])
  return [
    ['period', 'section', 'action', 'kind', 'reason', 'rule', 'origin', 'automatic', 'value'],
    ...reports.items.map(({ reason, kind, count }) => [
      period,
      'reports',
      '',
      kind,
      reason,
      '',
      '',
      '',
      count,
    ]),
    ...numbers('cases', cases),
    ...numbers('holds', holds),
    ...actions.items.map(({ action, kind, rule, origin, is_automatic, count }) => [
      period,
      'actions',
      action,
      kind,
      '',
      rule,
      origin,
      is_automatic,
      count,
    ]),
    ...numbers('appeals', appeals),
  ]
}

/** Quotes a cell if necessary. An apostrophe stops spreadsheets from running a rule's title as a formula. */
function cellText(cell: Cell): string {
  const text = String(cell ?? '').replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
