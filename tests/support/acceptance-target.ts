/** Placeholder until the first acceptance test: the target is given by TARGET_URL. */
export default function acceptanceTarget() {}
