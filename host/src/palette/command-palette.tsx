export function CommandPalette(_: {
  sections: readonly unknown[]
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return null
}
