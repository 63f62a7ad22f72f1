export type Point = readonly [x: number, y: number]

export const WIDTH = 1600
export const HEIGHT = 1000

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Formats a point for a path. Rounds to whole units, which halves the bytes without a visible difference. */
export function at(...[x, y]: Point): string {
  return `${short(x)} ${short(y)}`
}

export function short(value: number): string {
  return String(Math.round(value))
}

/** Returns the point at `distance` from a point. `angle` is in radians, clockwise from straight up. */
export function polar([x, y]: Point, angle: number, distance: number): Point {
  return [x + Math.sin(angle) * distance, y - Math.cos(angle) * distance]
}

/** Returns a smooth path through the midpoints between the given points. */
export function curve(points: readonly Point[]): string {
  const [first = [0, 0], ...rest] = points
  const last = rest.pop() ?? first
  const bends = rest.map((point, index) => {
    const next = rest[index + 1] ?? last
    const [x, y] = index === rest.length - 1 ? last : [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]
    return `Q${at(...point)} ${at(x, y)}`
  })
  return `M${at(...first)}${bends.length > 0 ? bends.join('') : `L${at(...last)}`}`
}

/** Returns the path of a dot: a stroke of zero length, whose round caps are as wide as the stroke. */
export function dot([x, y]: Point): string {
  return `M${at(x, y)}h0`
}

/** Parses the stops of a gradient: "color offset opacity, …". Offsets are 0 to 1, opacity is 1 by default. */
function stops(list: string): string {
  return list
    .split(', ')
    .map((stop) => {
      const [color, offset, opacity] = stop.split(' ')
      return `<stop offset="${offset}" stop-color="${color}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`
    })
    .join('')
}

export function glow(id: string, [x, y]: Point, radius: number, list: string): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}">${stops(list)}</radialGradient>`
}

export function fade(id: string, [x1, y1]: Point, [x2, y2]: Point, list: string): string {
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`
}

/** Returns a stroked path element. `more` contains additional attributes. */
export function strokePath(d: string | readonly string[], stroke: string, width: number, more = ''): string {
  return `<path d="${typeof d === 'string' ? d : d.join('')}" fill="none" stroke="${stroke}" stroke-width="${Math.round(width * 10) / 10}" stroke-linecap="round" ${more}/>`
}

export function dots(points: readonly Point[], color: string, size: number, more = ''): string {
  return strokePath(points.map(dot), color, size, more)
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

/** Returns a rectangle as wide as the canvas, from `top` to `bottom`. */
export function field(fill: string, top = 0, bottom = HEIGHT): string {
  return shape(`M0 ${top}h${WIDTH}V${bottom}H0z`, fill)
}
