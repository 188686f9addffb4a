interface RowTickProps {
  readonly isTicked: boolean
  readonly label: string
}

/** The box by which a row is selected: a plain element, as ticking all rows draws one for each. The table hears the clicks. */
export const RowTick = ({ isTicked, label }: RowTickProps) => (
  <input type="checkbox" className="pim-tick" checked={isTicked} onChange={heardByTable} aria-label={label} />
)

const heardByTable = () => {}
