"""English pairs by phenomenon: (claim, evidence, verdicts that are right)."""

SUPPORTED = "supported"
CONTRADICTED = "contradicted"
OPEN = "uncertain missing"
"""Must be left to a person."""
NOT_SUPPORTED = "contradicted uncertain missing"
NOT_CONTRADICTED = "supported uncertain missing"

NUMBERS = [
    ("The backup keeps 30 snapshots.", "The backup keeps thirty snapshots.", SUPPORTED),
    ("The backup keeps 30 snapshots.", "The backup keeps 60 snapshots.", CONTRADICTED),
    ("The log holds 1,000 lines.", "The log holds 1 000 lines.", SUPPORTED),
    ("The log holds 1.5 million lines.", "The log holds 1,500,000 lines.", SUPPORTED),
    ("The log holds 1,500 lines.", "The log holds 15,000 lines.", CONTRADICTED),
    ("The fee is 5%.", "The fee is 5 percent.", SUPPORTED),
    ("The fee is 5%.", "The fee is 0.5%.", CONTRADICTED),
    ("The fee is $40.", "The fee is 40 dollars.", SUPPORTED),
    ("The fee is $40.", "The fee is €40.", CONTRADICTED),
    ("Shipping takes 10-14 days.", "Shipping takes from 10 to 14 days.", SUPPORTED),
    ("Shipping takes 10-14 days.", "Shipping takes 21-30 days.", CONTRADICTED),
    ("Shipping takes 10-14 days.", "Shipping takes 10 days.", NOT_SUPPORTED),
    ("Keep the 2nd copy.", "Keep the second copy.", SUPPORTED),
    ("The team has 3 owners.", "The team has 5 owners and 3 guests.", NOT_SUPPORTED),
    ("The plan includes 12 seats.", "The plan includes many seats.", OPEN),
]
DATES = [
    ("The offer ends on 5 May 2024.", "The offer ends on May 5, 2024.", SUPPORTED),
    ("The offer ends on 2024-05-05.", "The offer ends on 5 May 2024.", SUPPORTED),
    ("The offer ends on 5 May 2024.", "The offer ends on 5 May 2025.", CONTRADICTED),
    ("The offer ends on 5 May.", "The offer ends on 5 May 2024.", NOT_CONTRADICTED),
    ("The form is due by 1 March.", "The form is due after 1 March.", CONTRADICTED),
    ("The office moved in 2019.", "The office moved in 2021.", CONTRADICTED),
]
DURATIONS = [
    ("Tokens expire after 24 hours.", "Tokens expire after 1 day.", SUPPORTED),
    ("Tokens expire after 14 days.", "Tokens expire after two weeks.", SUPPORTED),
    ("Tokens expire after 12 months.", "Tokens expire after one year.", SUPPORTED),
    ("Tokens expire after 30 days.", "Tokens expire after one month.", OPEN),
    ("Tokens expire after 90 days.", "Tokens expire after one month.", CONTRADICTED),
    ("We answer within 5 business days.", "We answer within 5 days.", OPEN),
    ("We answer within 48 hours.", "We answer within 2 days.", SUPPORTED),
]
UNITS = [
    ("Images may be up to 10 MB.", "Images may be up to 10 megabytes.", SUPPORTED),
    ("Images may be up to 10 MB.", "Images may be up to 10 GB.", CONTRADICTED),
    ("Images may be up to 10 MB.", "Images may be up to 5 MB.", CONTRADICTED),
    ("The cable is 2 m long.", "The cable is 200 cm long.", SUPPORTED),
    ("The cable is 2 m long.", "The cable is 2 km long.", CONTRADICTED),
    ("The disk holds 1 GB.", "The disk holds 1000 MB.", OPEN),
]
CODES = [
    ("Pass `--dry-run` to test it.", "Pass --dry-run to test it.", SUPPORTED),
    ("Pass `--force` to test it.", "Pass --dry-run to test it.", NOT_SUPPORTED),
    ("Error E404 means the page is gone.", "Error E404 means the page is gone.", SUPPORTED),
    ("Error E405 means the page is gone.", "Error E404 means the page is gone.", NOT_SUPPORTED),
    (
        "Set maxRetries to stop the loop.",
        "Set maxRetries to limit attempts, and set stopAfter to stop the loop.",
        NOT_SUPPORTED,
    ),
    ("It needs version 3.10.", "It needs version 3.1.", NOT_SUPPORTED),
    ("It needs version 3.10.2.", "It needs version 3.9.2.", CONTRADICTED),
]
LIMITS = [
    ("At least two reviewers are needed.", "No fewer than two reviewers are needed.", SUPPORTED),
    ("At most two reviewers are needed.", "At least two reviewers are needed.", CONTRADICTED),
    ("Files over 5 MB are rejected.", "Files larger than 5 MB are rejected.", SUPPORTED),
    ("Bags must not exceed 20 kg.", "Bags may weigh at most 20 kg.", NOT_CONTRADICTED),
    ("Bags may weigh at most 20 kg.", "Bags must not weigh more than 20 kg.", SUPPORTED),
    ("The maximum size is 10 MB.", "The minimum size is 10 MB.", CONTRADICTED),
    ("Records are kept for 90 days.", "Records are kept for up to 90 days.", OPEN),
    ("Cancel at least 3 days before.", "Cancel no later than 3 days before.", SUPPORTED),
    ("Expenses exceeding $150 need approval.", "Expenses over $150 need approval.", SUPPORTED),
    ("Expenses exceeding $500 need approval.", "Expenses over $150 need approval.", CONTRADICTED),
]
NEGATION = [
    ("We do not share your address.", "We never share your address.", SUPPORTED),
    ("We share your address.", "We do not share your address.", CONTRADICTED),
    ("We don't share your address.", "We share your address.", CONTRADICTED),
    ("The key is stored.", "The key is not stored.", CONTRADICTED),
    ("No refunds are given.", "Refunds are given.", CONTRADICTED),
    ("The build works without Java.", "The build works with Java.", NOT_SUPPORTED),
    ("The server fails to start.", "The server starts.", NOT_SUPPORTED),
    ("Neither calls nor messages are recorded.", "Calls and messages are recorded.", NOT_SUPPORTED),
    ("The page was deleted.", "The page was not only deleted but also hidden.", SUPPORTED),
    ("The parcel was not sent.", "The parcel was not sent by air.", OPEN),
    ("Not all files are copied.", "All files are copied.", CONTRADICTED),
    ("All files are copied.", "Not all files are copied.", CONTRADICTED),
    ("The cache is no longer used.", "The cache is still used.", CONTRADICTED),
]
MODALITY = [
    ("Selling names is not allowed.", "Selling names is prohibited.", SUPPORTED),
    ("You must not sell names.", "You may not sell names.", SUPPORTED),
    ("You may sell names.", "You must not sell names.", CONTRADICTED),
    ("You must sign the form.", "You need not sign the form.", CONTRADICTED),
    ("You must sign the form.", "You may sign the form.", NOT_SUPPORTED),
    ("You must sign the form.", "You should sign the form.", NOT_SUPPORTED),
    ("You have to sign the form.", "You must sign the form.", SUPPORTED),
    ("Signing the form is optional.", "Signing the form is mandatory.", CONTRADICTED),
    ("The form is signed.", "The form may be signed.", OPEN),
    ("You cannot restore the data.", "You can restore the data.", CONTRADICTED),
]
CONDITIONS = [
    ("Access is given if the manager agrees.", "Access is given if the manager agrees.", SUPPORTED),
    ("Access is given.", "Access is given only if the manager agrees.", OPEN),
    (
        "Access is given if the manager agrees.",
        "Access is given unless the manager agrees.",
        NOT_SUPPORTED,
    ),
    (
        "If the user does not reply, the ticket is closed.",
        "Unless the user replies, the ticket is closed.",
        SUPPORTED,
    ),
    ("All tickets are refunded.", "All tickets are refunded except group tickets.", CONTRADICTED),
    (
        "Group tickets are refunded.",
        "All tickets are refunded except group tickets.",
        CONTRADICTED,
    ),
    ("Scripts run only in static builds.", "Scripts run in static builds.", OPEN),
    ("Scripts run in all builds.", "Scripts run only in static builds.", NOT_SUPPORTED),
    (
        "Because the fee was paid, the case was closed.",
        "Although the fee was paid, the case was closed.",
        "contradicted",
    ),
    (
        "The case was closed although the fee was unpaid.",
        "The case was closed although the fee was unpaid.",
        SUPPORTED,
    ),
]
ORDER = [
    (
        "Save the file before closing the window.",
        "Save the file before closing the window.",
        SUPPORTED,
    ),
    (
        "Save the file after closing the window.",
        "Save the file before closing the window.",
        CONTRADICTED,
    ),
    ("Check the list before the audit.", "Check the list after the audit.", CONTRADICTED),
]
ROLES = [
    ("The auditor reports to the board.", "The board reports to the auditor.", CONTRADICTED),
    ("The bank pays the broker.", "The broker pays the bank.", CONTRADICTED),
    ("The broker is paid by the bank.", "The bank pays the broker.", SUPPORTED),
    ("The bank is paid by the broker.", "The bank pays the broker.", CONTRADICTED),
    ("Data moves from the hub to the node.", "Data moves from the node to the hub.", NOT_SUPPORTED),
    ("Stripe stores the card number.", "PayPal stores the card number.", NOT_SUPPORTED),
    (
        "The clerk signs the receipt.",
        "The clerk prints the invoice, and the manager signs the receipt.",
        NOT_SUPPORTED,
    ),
    (
        "The lamp blinks red when charging.",
        "The lamp blinks green when charging and red when full.",
        NOT_SUPPORTED,
    ),
]
LISTS = [
    ("The kit has a pump and a hose.", "The kit has a pump, a hose and a filter.", SUPPORTED),
    ("The kit has a pump and a lamp.", "The kit has a pump, a hose and a filter.", OPEN),
    ("The kit has only a pump.", "The kit has a pump, a hose and a filter.", OPEN),
]
OPPOSITES = [
    ("The port is open.", "The port is closed.", CONTRADICTED),
    ("The option is enabled by default.", "The option is disabled by default.", CONTRADICTED),
    ("Prices increase in June.", "Prices decrease in June.", CONTRADICTED),
    ("The link is valid.", "The link is invalid.", CONTRADICTED),
    ("Backups run daily.", "Backups run weekly.", CONTRADICTED),
]
WORDING = [
    ("The report is delivered weekly.", "Weekly, the report is delivered.", SUPPORTED),
    ("Delivery of the report takes place weekly.", "The report is delivered weekly.", SUPPORTED),
    ("The moon orbits the earth.", "Invoices are archived by the finance team.", OPEN),
    ("The fee is waived for students.", "Students are exempt from paying it.", OPEN),
    (
        "The overdraft is free of charge.",
        "The overdraft comes with a salary account. Salary accounts are free of charge.",
        OPEN,
    ),
]

ALL = [
    *NUMBERS, *DATES, *DURATIONS, *UNITS, *CODES, *LIMITS, *NEGATION, *MODALITY, *CONDITIONS,
    *ORDER, *ROLES, *LISTS, *OPPOSITES, *WORDING,
]  # fmt: skip
