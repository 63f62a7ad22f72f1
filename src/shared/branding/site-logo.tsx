import type { Site } from '../../platform/site.ts'
import { logoSize } from '../../platform/site-icons.ts'
import { Logo } from '../../ui/logo.tsx'

interface Props {
  site: Pick<Site, 'logo' | 'icon'>
  /** The logo's height, and the greatest width of an uploaded one, which keeps its proportions. */
  className: string
}

/** The forum's logo, else its icon, else the default drawing. Decorative, because the name is beside it. */
export function SiteLogo({ site: { logo, icon }, className }: Props) {
  if (logo)
    return (
      <img
        src={logo}
        {...logoSize(logo)}
        alt=""
        className={`flex-none object-contain object-left ${className} w-auto!`}
      />
    )
  if (icon) return <img src={icon} alt="" className={`flex-none ${className}`} />
  return <Logo className={`text-act ${className}`} />
}
