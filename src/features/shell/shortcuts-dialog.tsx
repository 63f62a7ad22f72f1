import DialogPopup from '../../ui/dialog-popup.tsx'
import { SHORTCUTS } from './shortcuts.ts'

export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <DialogPopup open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[1fr_auto] items-center gap-y-3">
        {SHORTCUTS.map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>{does}</dt>
            <dd>
              <kbd className="kbd">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </DialogPopup>
  )
}
