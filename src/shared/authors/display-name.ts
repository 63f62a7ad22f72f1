interface MemberName {
  full_name?: string | null
  username: string
}

export function displayName({ full_name, username }: MemberName): string {
  return full_name || username
}
