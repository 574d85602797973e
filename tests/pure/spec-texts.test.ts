/**
 * The product's sentences, quoted from the specification (sections 2, 4, 5, 8 and 9). The catalogue may grow, but what
 * stands here is binding to the letter.
 */
import { expect, test } from 'vitest';
import { adminCopy } from '../../src/shared/copy/admin.ts';
import { formsCopy } from '../../src/shared/copy/forms.ts';
import { guestCopy } from '../../src/shared/copy/guest.ts';
import { accountCopy } from '../../src/shared/copy/account.ts';
import { billingCopy } from '../../src/shared/copy/billing.ts';
import { actionCopy } from '../../src/shared/copy/actions.ts';
import { ownerCopy } from '../../src/shared/copy/owner.ts';
import { settingsCopy } from '../../src/shared/copy/settings.ts';
import { siteCopy } from '../../src/shared/copy/site.ts';
import { relativeTime } from '../../src/shared/copy/durations.ts';
import { refusals } from '../../src/shared/copy/refusals.ts';
import { REDIRECT_AFTER_PAYMENT_MS } from '../../src/shared/billing.ts';
import { plans } from '../../src/shared/plans.ts';
import { product } from '../../src/shared/product.ts';

test('the 404 page', () => {
  expect([siteCopy.notFoundTitle, siteCopy.notFoundBody]).toEqual([
    '404 - Page Not Found',
    "Oops! The page you're looking for doesn't exist.",
  ]);
});

test('the public footer', () => {
  expect([
    siteCopy.copyright(product.copyrightYear, product.name),
    siteCopy.privacy,
    siteCopy.terms,
    siteCopy.feedback,
    siteCopy.help,
  ]).toEqual(['© 2025 Holdline', 'Privacy', 'Terms', 'Feedback', 'Help']);
});

test('the public header and the hero', () => {
  expect([
    siteCopy.logIn,
    siteCopy.getStarted,
    siteCopy.joinQueue,
    siteCopy.hero,
    siteCopy.startTrial,
  ]).toEqual([
    'Login',
    'Get Started',
    'Join Queue',
    'Hold every walk-in. Boost revenue.',
    'Start Free Trial',
  ]);
});

test('log-in', () => {
  const { logIn } = accountCopy;
  expect(logIn).toMatchObject({
    identifier: 'Email or Username',
    password: 'Password',
    submit: 'Sign In',
    busy: 'Signing in...',
    forgot: 'Forgot Password',
    toSignUp: 'Sign Up',
    identifierRequired: 'Email or username is required',
    passwordRequired: 'Password is required',
    done: 'Login successful!',
    failed: 'Login failed',
    tryAgain: 'Please try again.',
  });
  expect(logIn.welcome('Blue Door Café')).toContain('Blue Door Café');
});

test('sign-up', () => {
  expect(accountCopy.signUp).toMatchObject({
    businessName: 'Business Name',
    username: 'Business Username',
    email: 'Email',
    phone: 'Phone Number',
    password: 'Password',
    confirmPassword: 'Confirm Password',
    submit: 'Start Free Trial',
    busy: 'Creating...',
    businessNameRequired: 'Business name is required',
    usernameRequired: 'Business username is required',
    usernameTooShort: 'Username must be at least 3 characters',
    emailRequired: 'Email is required',
    phoneRequired: 'Phone number is required',
    phoneTooShort: 'Phone must be at least 6 characters',
    passwordRequired: 'Password is required',
    passwordTooShort: 'Password must be at least 8 chars',
    confirmRequired: 'Please confirm your password',
    mismatch: "Passwords don't match",
    done: 'Account created!',
    failed: 'Sign up failed',
    tryAgain: 'Please try again.',
  });
});

test('the look-up at /queue', () => {
  expect(guestCopy.lookup).toMatchObject({
    title: 'Join the Queue',
    subtitle: 'Enter the business username to continue',
    username: 'Business Username',
    next: 'Next',
    usernameRequired: 'Business username is required',
    usernameUnknown: 'That business username does not exist',
    unverifiable: 'Unable to verify business username',
  });
});

test('the guest’s steps 2 and 3', () => {
  expect(guestCopy.details).toMatchObject({
    title: 'Enter your details',
    location: 'Location',
    firstName: 'First Name',
    lastName: 'Last Name',
    numGuests: 'Number of Guests',
    back: 'Back',
    next: 'Next',
  });
  expect(guestCopy.details.locationOption('Blue Door Café', '14 Kemang Raya')).toBe(
    'Blue Door Café - 14 Kemang Raya',
  );
  expect(guestCopy.preference).toMatchObject({
    title: 'Choose how you want to wait',
    onPremises: 'Stay on Premises',
    waitAnywhere: 'Wait Anywhere',
    phone: 'Phone Number',
    joining: 'Joining...',
  });
  expect(guestCopy.errors).toMatchObject({
    locationRequired: 'Location is required',
    firstNameRequired: 'First name is required',
    lastNameRequired: 'Last name is required',
    numGuestsTooFew: 'Number of guests must be at least 1',
    phoneRequired: 'Phone number is required for Wait Anywhere',
    phoneRequiredToSwitch: 'Phone number is required if you want to wait anywhere',
  });
});

test('the guest’s steps 4 and 5', () => {
  const { status, turn } = guestCopy;
  const place = [status.youAre, status.place(3), status.inLine].join(' ');
  expect([place, status.estimatedWait, status.leave, status.minutes(10)]).toEqual([
    'You are #3 in line',
    'Estimated Wait',
    'Leave Queue',
    '10 minutes',
  ]);
  expect([status.ahead(1), status.ahead(0), status.ahead(2)]).toEqual([
    'There is 1 person ahead of you',
    'There are 0 people ahead of you',
    'There are 2 people ahead of you',
  ]);
  expect([turn.title, turn.within, turn.held(5), turn.expired]).toEqual([
    "It's your turn",
    'Please arrive within',
    'Your spot will be held for 5 minutes.',
    'Timer expired — your spot will be released.',
  ]);
});

test('the guest’s toasts', () => {
  expect(guestCopy.toasts).toMatchObject({
    admitted: "You've been admitted!",
    welcomeBack: 'Welcome back!',
    restored: 'Queue restored',
    ended: 'Queue session ended',
    left: 'You left the queue',
    removed: 'Removed from queue',
    removedBody: 'You have been removed from the queue by the business.',
    joinFailed: 'Failed to join queue',
    leaveFailed: 'Error leaving queue',
    tryAgain: 'Please try again',
    loadFailed: 'Error loading business',
    loadFailedBody: 'Failed to load business information. Please try again.',
    noLocations: 'No locations found',
    noLocationsBody: "This business doesn't have any locations set up yet.",
    almostThere: 'Almost there!',
    stayingClose: "You're staying close!",
    switchedToAnywhere: 'Switched to Wait Anywhere!',
  });
});

test('the business header', () => {
  expect(ownerCopy.header).toMatchObject({ dashboard: 'Dashboard', settings: 'Settings', logOut: 'Logout' });
});

test('the dashboard', () => {
  const { dashboard } = ownerCopy;
  expect(dashboard).toMatchObject({
    subtitle: 'Here is your daily statistic',
    noLocations: 'No locations',
    totalQueue: 'Total Queue',
    averageWait: 'Avg Wait Time',
    averageWaitUnit: 'minutes',
    servedToday: 'Served Today',
    successRate: 'Success Rate',
    leftToday: 'Left Today',
    queueTitle: 'Queue Management',
    refresh: 'Refresh',
    onPremises: 'Stay on Premises',
    waitAnywhere: 'Wait Anywhere',
    admit: 'Admit',
    remove: 'Remove',
    queueEmpty: 'No customers in queue at this location.',
    leftTitle: 'Recently Left Customers',
    leftSubtitle: 'Customers who have left the queue recently',
    badgeLeft: 'Left Queue',
    badgeRemoved: 'Removed by Business',
  });
  expect([dashboard.greeting('Ada'), dashboard.greeting(undefined), dashboard.greeting('')]).toEqual([
    'Hello Ada',
    'Hello Business Owner',
    'Hello Business Owner',
  ]);
  expect([dashboard.locationOption('Main St', 1), dashboard.locationOption('', 2)]).toEqual([
    'Main St',
    'Location 2',
  ]);
  expect([dashboard.customerCredits(7), dashboard.smsCredits(0)]).toEqual([
    'Customer Credits: 7',
    'SMS Credits: 0',
  ]);
  expect([dashboard.queueSubtitle('Main St'), dashboard.queueSubtitle(undefined)]).toEqual([
    'Managing queue for: Main St',
    'No location selected',
  ]);
  expect([dashboard.customers(1), dashboard.customers(0), dashboard.guests(1), dashboard.guests(2)]).toEqual([
    '1 customer',
    '0 customers',
    '1 guest',
    '2 guests',
  ]);
  expect([dashboard.joined('5m ago'), dashboard.left('5m ago'), dashboard.removed('5m ago')]).toEqual([
    'Joined 5m ago',
    'Left 5m ago',
    'Removed 5m ago',
  ]);
});

test('the settings', () => {
  const { page: settings } = settingsCopy;
  expect(settings).toMatchObject({
    title: 'Business Settings',
    information: 'Business Information',
    businessName: 'Business Name',
    username: 'Username',
    email: 'Email',
    plan: 'Plan',
    defaultPlan: 'Basic',
    qrTitle: 'Queue QR Code',
    generate: 'Generate QR Code',
    download: 'Download QR Code',
    qrCaption: 'Customers can scan this QR code to join your queue',
    locationsTitle: 'Location Management',
    addTitle: 'Add New Location',
    address: 'Location Address',
    addressPlaceholder: 'Enter location address (e.g., 123 Main St, City, State)',
    add: 'Add Location',
    limitNote: 'You have reached the maximum number of locations for your plan.',
    currentTitle: 'Current Locations',
    noneTitle: 'No locations added yet.',
    noneHint: 'Add your first location above to get started.',
    cancel: 'Cancel',
    confirmRemove: 'Remove Location',
  });
  expect([settings.qrFile('blue-door'), settings.qrFile(undefined)]).toEqual([
    'blue-door-queue-qr.png',
    'business-queue-qr.png',
  ]);
  expect(settings.locationsSubtitle(1, 3)).toBe(
    'Add and manage your business locations (1/3 locations used)',
  );
  expect(settings.limitPlaceholder(3)).toBe('Maximum 3 locations reached');
  expect([settings.inQueue(0), settings.inQueue(2)]).toEqual([
    '0 customers in queue',
    '2 customers in queue',
  ]);
  expect(settings.removeQuestion('Main St')).toBe(
    'Are you sure you want to remove "Main St"? This action cannot be undone and will remove all customers from the queue at this location.',
  );
});

test('the banners of the settings', () => {
  expect(ownerCopy.planBanners).toMatchObject({
    trialTitle: "You're on a Free Trial!",
    upgradeNow: 'Upgrade Now',
    expiredTitle: 'Trial Expired',
    expiredBody: 'Your trial has expired. Upgrade to continue using the product with full features.',
    endedTitle: 'Your trial has expired',
    upgrade: 'Upgrade',
    noCreditsTitle: 'No Credits Available',
    noCreditsBody: 'You have no credits available. Please contact support or upgrade your plan.',
    changePlan: 'Change Plan',
    manage: 'Manage Your Subscription',
  });
});

test('the owner’s toasts', () => {
  const { toasts } = ownerCopy;
  expect(toasts).toMatchObject({
    refreshed: 'Queue refreshed',
    refreshedBody: 'Queue data has been updated.',
    locationAdded: 'Location added',
    locationAddedBody: 'New location has been added successfully.',
    locationRemoved: 'Location removed',
    locationRemovedBody: 'Location has been removed successfully.',
    qrGenerated: 'QR Code Generated',
    qrGeneratedBody: 'Your queue QR code has been generated successfully',
    refreshFailed: 'Failed to refresh',
    addFailed: 'Failed to add location',
    removeLocationFailed: 'Failed to remove location',
    tryAgain: 'Please try again.',
    error: 'Error',
    qrFailed: 'Failed to generate QR code',
    noUsername: 'Business username not found',
    addressRequired: 'Address required',
    addressRequiredBody: 'Please enter a location address.',
    limitReached: 'Limit reached',
  });
  const { admit, remove } = actionCopy;
  const toastsOf = ({ done, failed }: typeof admit) => [done?.title, done?.body('Maya Putri', 1), failed];
  expect([toastsOf(admit), toastsOf(remove)]).toEqual([
    [
      'Customer admitted',
      'Maya Putri has been admitted and will proceed to their turn.',
      'Failed to admit customer',
    ],
    ['Customer removed', 'Maya Putri has been removed from the queue.', 'Failed to remove customer'],
  ]);
  expect(toasts.limitReachedBody(3)).toBe('You have reached the maximum locations (3).');
});

test('the feedback form', () => {
  expect({ ...formsCopy.both, ...formsCopy.feedback }).toMatchObject({
    subjectRequired: 'Subject is required',
    messageRequired: 'Please describe your feedback',
    messageTooLong: 'Message exceeds 1200 characters',
    emailRequired: 'Email is required',
    emailInvalid: 'Enter a valid email',
    nameRequired: 'Your name is required',
    severityRequired: 'Pick a severity',
    contactRequired: 'Please allow us to contact you to follow up.',
    done: 'Thanks for your feedback!',
    doneBody: "We've received your message and will get back to you if needed.",
    failed: 'Failed to submit feedback. Please try again.',
  });
});

test('the sales form', () => {
  expect({ ...formsCopy.both, ...formsCopy.sales }).toMatchObject({
    businessNameRequired: 'Business name is required',
    contactNameRequired: 'Contact name is required',
    emailRequired: 'Work email is required',
    emailInvalid: 'Enter a valid email',
    numbersOnly: 'Locations/SMS/Customers must be numbers',
    subjectRequired: 'Subject is required',
    messageRequired: 'Please describe your needs',
    messageTooLong: 'Message exceeds 1400 characters',
    contactRequired: 'Please allow us to contact you about this request.',
    defaultSubject: 'Custom Plan Inquiry',
    done: 'Thanks! Our sales team will reach out.',
    doneBody: "We've received your custom plan request.",
    failed: 'Failed to submit inquiry. Please try again.',
    budgets: { low: 'Entry', mid: 'Mid', high: 'Enterprise' },
  });
});

test('relative times', () => {
  const minutes = (n: number) => relativeTime(n * 60_000);
  expect([relativeTime(59_999), minutes(1), minutes(59), minutes(60), minutes(135)]).toEqual([
    'Just now',
    '1m ago',
    '59m ago',
    '1h 0m ago',
    '2h 15m ago',
  ]);
});

test('the admin page', () => {
  expect([
    adminCopy.logIn.granted,
    refusals.wrong_admin_credentials.sentence,
    adminCopy.fillIn,
    adminCopy.credits.done,
    adminCopy.credits.failed,
    adminCopy.networkError,
  ]).toEqual([
    'Admin access granted',
    'Invalid credentials',
    'Please fill in all fields',
    'Business credits updated successfully',
    'Failed to update credits',
    'Network error occurred',
  ]);
});

test('plan change', () => {
  const say = billingCopy.planChange;
  expect(say).toMatchObject({
    title: 'Change Your Plan',
    back: 'Back to Dashboard',
    update: 'Update Billing',
    confirmTitle: 'Confirm Plan Change',
    cancel: 'Cancel',
    confirm: 'Confirm Change',
    busy: 'Updating...',
    planRequired: 'Plan Selection Required',
    alreadySelected: 'Plan Already Selected',
    changed: 'Plan Changed Successfully!',
    failed: 'Plan Change Failed',
    failedBody: 'There was an error processing your plan change. Please try again.',
  });
  expect([
    say.confirmBody('Starter'),
    say.alreadySelectedBody('Starter'),
    say.changedBody('Starter'),
  ]).toEqual([
    'Are you sure you want to change your plan to Starter? This will update your billing and credits immediately.',
    'You are already on the Starter plan.',
    'Your plan has been changed to Starter. Credits have been updated and billing will be adjusted automatically.',
  ]);
});

test('payments', () => {
  expect(billingCopy.payments).toMatchObject({
    title: 'Choose Your Plan',
    mostPopular: 'Most Popular',
    paymentMethod: 'Payment Method',
    creditCard: 'Credit Card',
    checkout: 'Checkout',
    busy: 'Processing...',
    planRequired: 'Plan Selection Required',
    planRequiredBody: 'Please select a plan to continue.',
    termsRequired: 'Terms Acceptance Required',
    termsRequiredBody: 'Please accept the terms and conditions to continue.',
    noSession: 'Session Error',
    noSessionBody: 'We couldn’t find your account id. Please sign in again.',
    alreadySelected: 'Plan Already Selected',
    failed: 'Payment Failed',
    failedBody: 'There was an error starting checkout. Please try again.',
  });
  expect(billingCopy.payments.alreadySelectedBody('Starter')).toBe(
    'You are already on the Starter plan. Use the plan change page to modify your subscription.',
  );
  expect([billingCopy.payments.price(19, 'Monthly'), billingCopy.payments.price(190, 'Yearly')]).toEqual([
    '$19/month',
    '$190/year',
  ]);
});

test('the return from a payment', () => {
  expect(billingCopy.success).toMatchObject({
    title: 'Payment Successful!',
    yourPlan: 'your selected plan',
    next: "What's Next",
    toDashboard: 'Go to Dashboard',
  });
  expect(billingCopy.success.thanks('Professional')).toContain('Professional');
});

test('the plans', () => {
  expect(plans).toEqual({
    Starter: {
      name: 'Starter',
      priceUsd: { Monthly: 19, Yearly: 190 },
      maxLocations: 1,
      customerCredits: 300,
      smsCredits: 300,
    },
    Professional: {
      name: 'Professional',
      priceUsd: { Monthly: 49, Yearly: 490 },
      maxLocations: 3,
      customerCredits: 1500,
      smsCredits: 1500,
    },
  });
  expect(REDIRECT_AFTER_PAYMENT_MS).toBe(5_000);
});
