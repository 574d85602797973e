/** API contract of the team: members, invitations, hand-over of ownership, and the businesses of a person. */
import * as z from 'zod/mini';
import { teamCopy } from '../copy/owner/team.ts';
import { accountCopy } from '../copy/owner/account.ts';
import { MAX_LOCATIONS_OF_MEMBER, MAX_MEMBER_NAME_LENGTH } from '../limits.ts';
import { givenRoles, roles } from '../roles.ts';
import { emailAddress, line, newPassword } from './account/account.ts';
import { confirmedByMailRequest, confirmedRequest } from './account/security.ts';
import { timestamp } from './queue-view.ts';

const { signUp } = accountCopy;

/** The rights that a member gets. `locationIds`: null means all locations, also locations that are added later. */
const grant = {
  role: z.enum(givenRoles),
  locationIds: z.nullable(
    z
      .array(z.string())
      .check(
        z.minLength(1, teamCopy.form.locationRequired),
        z.maxLength(MAX_LOCATIONS_OF_MEMBER, teamCopy.form.locationRequired),
      ),
  ),
  /** Only hosts can have this right, and only the owner can give this right. */
  mayReadNumbers: z.boolean(),
};

const rights = { ...grant, locationIds: z.nullable(z.array(z.string())) };

/** `PATCH /auth/team/members/{id}`: all of the member's new rights. `from`: the rights when the form was opened. */
export const changeMemberRequest = z.extend(confirmedRequest, { ...grant, from: z.object(rights) });
export type ChangeMemberRequest = z.infer<typeof changeMemberRequest>;

/** The rights that a form gives. */
export type GivenRights = Pick<ChangeMemberRequest, keyof typeof grant>;

/** `POST /auth/team/invitations`. */
export const inviteRequest = z.extend(confirmedRequest, {
  email: emailAddress(signUp.emailRequired),
  ...grant,
});
/** The text fields in the form of an invitation. The form's other controls choose the rights. */
export const inviteForm = z.pick(inviteRequest, { email: true, password: true, code: true });

export type InviteRequest = z.infer<typeof inviteRequest>;

/**
 * A member, with the fields that the owner and managers may see. `mayChange`: whether the person who calls may change
 * the member.
 */
const teamMember = z.object({
  ...rights,
  id: z.string(),
  role: z.enum(roles),
  name: z.nullable(z.string()),
  email: z.string(),
  since: timestamp,
  isSelf: z.boolean(),
  mayChange: z.boolean(),
  /** True if the PIN is locked after too many wrong tries; absent otherwise. */
  pinLocked: z.optional(z.boolean()),
});

export type TeamMember = z.infer<typeof teamMember>;

const invitation = z.object({ ...rights, id: z.string(), email: z.string(), expiresAt: timestamp });

/**
 * `GET /auth/team`, and the answer of calls that invite. The owner sees everybody. A manager sees only the manager's
 * own membership, and the members and invitations that the manager may change.
 */
export const teamView = z.object({
  members: z.array(teamMember),
  invitations: z.array(invitation),
});
export type TeamView = z.infer<typeof teamView>;

const invitationToken = z
  .string(teamCopy.invitation.linkEnded)
  .check(z.minLength(1, teamCopy.invitation.linkEnded), z.maxLength(100, teamCopy.invitation.linkEnded));

/** `POST /auth/invitation`: reads the link of an invitation. */
export const invitationRequest = z.object({ token: invitationToken });

/** The contents of an invitation. `hasAccount`: the address has an account, so the person logs in before joining. */
export const invitationAnswer = z.object({
  businessName: z.string(),
  email: z.string(),
  role: z.enum(givenRoles),
  hasAccount: z.boolean(),
});
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

const memberName = line(
  teamCopy.invitation.nameRequired,
  z.maxLength(MAX_MEMBER_NAME_LENGTH, signUp.tooLong(MAX_MEMBER_NAME_LENGTH)),
);

/** `POST /auth/invitation/join`: a logged-in person joins the business. */
export const joinTeamRequest = z.object({ token: invitationToken, name: memberName });
/** The forms on the page of an invitation have no token, because the token is in the page's address. */
export const joinTeamForm = z.omit(joinTeamRequest, { token: true });

export type JoinTeamRequest = z.infer<typeof joinTeamRequest>;

/** `POST /auth/invitation/accept`: makes an account that joins the business. */
export const acceptInvitationRequest = z.extend(joinTeamRequest, { password: newPassword });
export const acceptInvitationForm = z.omit(acceptInvitationRequest, { token: true });

export type AcceptInvitationRequest = z.infer<typeof acceptInvitationRequest>;

/** `GET /auth/businesses`: the businesses of a person. `current`: the session is for this business. */
export const businessesAnswer = z.object({
  businesses: z.array(
    z.object({ id: z.string(), name: z.string(), role: z.enum(roles), current: z.boolean() }),
  ),
});
export type BusinessesAnswer = z.infer<typeof businessesAnswer>;

/** `POST /auth/businesses/switch`. */
export const switchRequest = z.object({ businessId: z.string() });

/** `POST /auth/team/ownership`: the owner offers the business to a member. */
export const offerRequest = z.extend(confirmedByMailRequest, { memberId: z.string() });
export type OfferRequest = z.infer<typeof offerRequest>;

/** `GET /auth/team/ownership`: the open offer that the person made or got; null if there is none. */
export const offerAnswer = z.object({
  offer: z.nullable(z.object({ memberId: z.string(), isToMe: z.boolean(), expiresAt: timestamp })),
});
export type OfferAnswer = z.infer<typeof offerAnswer>;
