/** The screen of a plan that the server keeps. */
export const keptPlanPath = (planId: string): string => `/content-plan/${encodeURIComponent(planId)}`
