export function step<T>(title: string, work: () => T | Promise<T>): Promise<T>
