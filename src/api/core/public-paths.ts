/** GETs of these hold nothing private: they run as a visitor, and everybody gets the same cached bytes. */
export const PUBLIC_API =
  /^\/api\/(moderation\/actions$|site$|site\/texts\/|(posts|comments|categories|community|profiles|notes|search|suggestions|thinkers|resources|events|rules)(\/|$))/
