import { Alert, Box, Skeleton, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface PlanStatusProps {
  isPlanning: boolean
  /** Why it could not be planned. */
  notPlanned: string | undefined
  /** Why it cannot be done as it is planned. */
  refusal: string | undefined
  /** Why it was not done. */
  failure: string | undefined
  /** What the plan comes to, in words. */
  children: ReactNode
}

/** The plan of a step of a concept: being read, its figures, and what is in the way of it. */
export function PlanStatus({ isPlanning, notPlanned, refusal, failure, children }: PlanStatusProps) {
  return (
    <>
      <Box role="status" sx={{ minHeight: 72, overflowWrap: 'anywhere' }}>
        {isPlanning && <Skeleton width="70%" />}
        {notPlanned !== undefined && (
          <Typography variant="body2" color="error">
            {notPlanned}
          </Typography>
        )}
        {children}
      </Box>
      {refusal !== undefined && (
        <Alert severity="warning" variant="outlined">
          {refusal}
        </Alert>
      )}
      {failure && (
        <Typography role="alert" variant="body2" color="error">
          {failure}
        </Typography>
      )}
    </>
  )
}
