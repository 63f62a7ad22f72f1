import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pointsText } from './points.ts'

it('one is one point', () => {
  expect([-1, 0, 1, 2].map(pointsText)).toEqual(['-1 points', '0 points', '1 point', '2 points'])
})

it('is the only place that says so', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const own = sources.filter((name) => /[}'"`] ?points?['"`\s<]/.test(readFileSync(`src/${name}`, 'utf8')))
  expect(own.filter((name) => !name.includes('votes/points'))).toEqual([])
})
