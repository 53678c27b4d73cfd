"""English tables. Lemmas where a field says lemma, folded words elsewhere."""

# ruff: noqa: E501  # a table has one entry a line

from harness.support.lexicon import Lexicon, pairs, phrases, sets, tagged, tagged_words, words

ENGLISH = Lexicon(
    limits_before=tagged(
        le="no more than; not more than; at most; at the most; up to; no later than; not later than;"
        "no longer than; not longer than; not exceeding; a maximum of; maximum of; max; as many as;"
        "no greater than; not greater than; no larger than; no higher than; no older than; by; until;"
        "till; or fewer than; not over; as much as; to a maximum of; limited to; capped at; not to exceed",
        ge="at least; no less than; not less than; no fewer than; not fewer than; a minimum of;"
        "minimum of; min; no earlier than; not earlier than; no sooner than; not before; from; since;"
        "as of; starting from; starting; starting with; no shorter than; no younger than; as early as;"
        "as little as; no lower than; no smaller than; beginning; effective",
        gt="more than; over; above; exceeding; in excess of; greater than; longer than; larger than;"
        "bigger than; higher than; older than; later than; after; beyond; upwards of; heavier than;"
        "hotter than; warmer than; farther than; further than; exceeds; exceed; exceeded",
        lt="less than; fewer than; under; below; shorter than; smaller than; lower than; younger than;"
        "earlier than; before; cheaper than; lighter than; cooler than; colder than; nearer than;"
        "prior to; sooner than",
        in_="within; within the next; during; over the course of",
        about="about; around; approximately; roughly; nearly; almost; circa; some; ~",
    ),
    limits_after=tagged(
        le="or less; or fewer; or earlier; or under; or below; or shorter; or younger; or sooner;"
        "at most; maximum; at the latest; max; or lower",
        ge="or more; or later; or over; or above; or longer; or older; or higher; or greater; at least;"
        "minimum; and over; and above; and up; and older; and more; upwards; at the earliest; min; +",
    ),
    limit_adjectives=tagged_words(
        le="maximum max maximal largest biggest longest highest upper latest cap ceiling",
        ge="minimum min minimal smallest shortest lowest lower earliest",
    ),
    negators=words("not never no cannot neither nor n't without non lack"),
    negator_phrases=phrases(
        "no longer; not any longer; no more; free of; free from; devoid of; not any", "not"
    ),
    negators_of_verb=words("nobody nothing none"),
    negative_verbs=words("fail refuse decline cease stop avoid refrain"),
    not_negation=phrases(
        "not only; with or without; whether or not; not just; no matter; not to mention; no doubt; if not;"
        "not necessarily only; no. ; not least"
    ),
    modals=tagged_words(
        duty="must shall required require mandatory obligatory compulsory obliged necessary need"
        " obligation oblige",
        permission="may can could might allow allowed permitted entitled permissible possible able",
        ban="prohibit prohibited forbid forbidden ban banned disallow disallowed impossible unlawful"
        " impermissible unable",
        advice="should recommend recommended advise advised advisable ought suggest",
        optional="optional unnecessary voluntary optionally",
    ),
    modal_phrases=tagged(
        duty="have to; has to; had to; having to; need to; needs to; are to; is to be; must be;"
        "it is necessary to; obliged to; it is mandatory to; has got to; is due; are due",
        permission="may have to; might have to; could have to; may need to; be able to; is able to; are able to; has the right to; have the right to;"
        "free to; entitled to; allowed to; permitted to; may be; can be",
        optional="need not; needn't; do not need to; don't need to; does not need to;"
        "doesn't need to; do not have to; don't have to; does not have to; doesn't have to;"
        "not required to; is not required; are not required; no need to; not obliged to;"
        "not necessary to; not mandatory",
        ban="must not; mustn't; may not; cannot; can not; can't; shall not; not allowed to;"
        "not permitted to; no right to; not entitled to; could not; couldn't; not able to; unable to",
        warning="should not; shouldn't; not recommended; not advisable; not advised;"
        "advised against; recommend against; recommended against",
    ),
    conditions=tagged(
        if_="if; provided that; provided; in case; in the event that; in the event of; as long as;"
        "so long as; on condition that; where; when; once; whenever; in case of",
        unless="unless; if not; except if; except when; except where",
        only_if="only if; only when; only after; only once; if and only if; only where; only in case",
    ),
    even_if=phrases("even if; even when; even where; even in case", "even_if"),
    exceptions=tagged(
        except_="except; except for; excluding; other than; with the exception of; apart from;"
        "aside from; save for; excepting; exclusive of; exempt; exempted; are exempt; excepted; excluded; barring; bar; but for",
        including="including; as well as; even; even for; also for; inclusive of",
    ),
    only=words("only solely exclusively merely purely"),
    relations=tagged(
        before="before; prior to; ahead of; until; till; preceding",
        after="after; upon; since; subsequent to; once",
        with_="with; including; together with; along with",
        without="without; with no; free of; excluding; lacking",
        from_="from",
        out_of="out of",
        to="to; into; onto; towards",
        above="above; over",
        below="below; under; beneath",
        inside="inside; in",
        outside="outside; outside of",
        by="by",
        of="of",
        for_="for",
        at="at",
        about="about; concerning; regarding",
        through="through; via; during; per",
        on="on",
        then="after which; after that; before that; then; afterwards; thereafter",
        despite="despite; in spite of; regardless of; notwithstanding",
        because="because of; due to; owing to",
        instead="instead of; rather than",
    ),
    quantifiers=tagged_words(
        all="all every each any everyone everybody everything always both entire whole",
        some="some several certain partly sometimes partially",
        none="nowhere",
        most="most usually mostly generally typically often majority rarely",
    ),
    function_words=words(
        "a an the this that these those it its they them their theirs he she him her his hers we us"
        " our ours you your yours i me my mine who whom whose which what where when why how and or but"
        " nor so yet if then than as of in on at by for from to into onto with about over under through"
        " during per via is are was were be been being am do does did done doing will would shall has"
        " have had having s t d ll re ve there here also too very just such own same other another"
        " most up out off down again both either else ever since until while because although"
        " though however therefore thus hence please e.g i.e etc itself themselves yourself himself"
        " herself one ones already still now only even upon against between among towards toward within"
        " some any each every all whose that's it's you'll we'll i'll they'll you're we're they're"
        " you've we've they've let's who's there's aged not no nor never cannot around after before"
        " additionally furthermore moreover"
    ),
    light=words(
        "incur thing exist mean be have take get make give pay cost charge apply include contain lasts lasted come go amount"
        " use comprise carry equal provide happen occur become remain runs according place"
    ),
    antonyms=pairs(
        """
        allow permit authorize authorise legal lawful accept | ban prohibit forbid disallow illegal unlawful reject deny block
        enable activate active on | disable deactivate inactive off
        open opens opening | close closed shut
        increase rise grow raise gain higher up | decrease fall drop reduce lower decline shrink loss down
        start begin commence launch | end finish stop terminate conclude expire close
        include contain | exclude omit
        add insert attach append | remove delete detach
        public | private secret confidential internal
        free gratis | paid chargeable
        mandatory compulsory obligatory required | optional voluntary
        online | offline
        internal inside indoor | external outside outdoor
        import | export
        upload | download
        first | last
        early earlier earliest | late later latest
        more | less fewer
        new newly | old outdated
        accept approve | reject refuse deny decline
        success succeed successful pass | failure fail unsuccessful
        lock locked | unlock unlocked
        encrypt encrypted | plaintext plain decrypt
        visible show display shown | invisible hidden hide
        valid | invalid void
        safe secure | unsafe insecure dangerous
        permanent | temporary
        automatic automatically | manual manually
        minimum min least minimal | maximum max most maximal
        above over | below under
        before | after
        always | never rarely
        keep retain store preserve | delete discard erase destroy
        present | absent
        save | discard
        win | lose
        rich | poor
        strong | weak
        fast quick quickly | slow slowly
        hot warm | cold cool
        full | empty
        high | low
        large big | small little
        long | short
        many much | few little
        input incoming inbound | output outgoing outbound
        install | uninstall
        connect | disconnect
        subscribe | unsubscribe
        positive | negative
        domestic national | foreign international
        employer | employee
        buyer | seller
        lender | borrower
        landlord lessor | tenant lessee
        sender | recipient addressee receiver
        supported support | unsupported deprecated
        inclusive | exclusive
        ascending | descending
        horizontal horizontally | vertical vertically
        left | right
        top upper | bottom lower
        synchronous synchronously | asynchronous asynchronously
        credit | debit
        win | loss
        entry entrance | exit
        arrival arrive | departure depart
        fixed | variable floating
        written | oral verbal
        adult | child minor
        day | night
        morning | evening
        summer | winter
        buy purchase | sell
        deposit | withdraw
        indoors | outdoors
        local | remote
        static | dynamic
        primary | secondary
        gross | net
        wholesale | retail
        dry | wet
        extend lengthen | shorten
        enable activate switch-on turn-on | disable deactivate switch-off turn-off
        ahead | behind
        """
    ),
    exclusive=sets(
        """
        monday tuesday wednesday thursday friday saturday sunday
        january february march april may june july august september october november december
        spring summer autumn winter
        hourly daily weekly monthly quarterly annually yearly
        north south east west
        red green blue yellow black white orange
        read write
        morning afternoon evening night
        """
    ),
    synonyms=sets(
        """
        keep store retain preserve save
        next following subsequent
        further additional more extra another
        receive get obtain receipt
        less few
        more over above
        yearly annual annually
        per each
        spite despite
        suffice enough sufficient
        reply respond answer response
        begin start commence
        end finish conclude complete close expire
        buy purchase
        help assist
        show display
        delete remove erase
        choose select pick
        employee staff worker
        client customer
        firm company
        send submit
        let allow permit
        permission approval consent
        need require
        mistake error
        change modify alter edit
        create make
        stop terminate
        effect affect influence
        must shall
        booking reservation
        book reserve
        amount sum
        fee charge
        large big
        under young
        permit allow authorize authorise
        ban prohibit forbid disallow
        cancel annul
        inform notify tell
        write store
        weigh weight
        expire lapse
        deliver ship
        parcel package
        photo picture photograph image
        refund reimburse repay
        supplier vendor
        lawyer attorney solicitor
        repair fix mend
        verify check
        happen occur
        password passcode
        folder directory
        setting option parameter
        enable activate
        disable deactivate
        launch start
        submit file lodge
        due payable
        collect gather
        shut close
        ill sick
        doctor physician
        drug medicine medication
        illness disease
        flat apartment
        lift elevator
        luggage baggage
        lodging accommodation
        tenant lessee
        landlord lessor
        damage harm
        quick fast rapid
        quickly rapidly fast
        entire whole
        recipient addressee
        colour color
        licence license
        organisation organization
        centre center
        enrol enroll
        fulfil fulfill
        catalogue catalog
        programme program
        behaviour behavior
        analyse analyze
        recognise recognize
        authorise authorize
        automatically automatic
        salary wage
        price cost
        dispatch send
        hand give
        usual normal
        picture image
        working business
        pay remit
        begin initiate
        end terminate lapse expire cease
        delete purge wipe erase
        submit send hand-in
        buy purchase acquire
        perform conduct execute carry-out undertake
        request ask query apply
        return give-back
        store hold keep
        contain hold
        employee staff worker personnel
        car vehicle automobile
        phone telephone
        mail post
        extend prolong
        postpone defer
        late delay delayed overdue
        forward transmit send
        grant award give provide supply offer
        lose forfeit
        maintain keep
        inspect examine check verify
        replace exchange substitute
        entire complete full whole
        wrong incorrect erroneous
        correct accurate right
        broken defective faulty
        cost expense
        freight cargo
        shipment consignment
        agreement contract
        lease tenancy
        remuneration salary wage
        vacation holiday leave
        recruit hire
        resign quit
        sickness illness disease
        surgery operation
        dose dosage
        register sign-up enrol enroll
        argument parameter
        attribute property field
        refuse reject decline
        approve authorise authorize
        permission authorisation authorization consent approval
        prior previous
        immediately instantly
        sufficient adequate enough
        enclose attach append
        supervise oversee
        liable responsible
        compensate indemnify
        bill invoice
        deduct withhold
        increase raise
        reduce lower decrease cut
        depart leave
        arrive reach
        disable switch-off turn-off deactivate
        enable switch-on turn-on activate
        complete fill-in
        stop shut-down
        start set-off
        draw-up prepare compile
        look-for seek search
        set-up install establish
        put-off postpone
        call-off cancel
        hand-over deliver
        obtain get
        allocate assign
        assess evaluate
        breach violate violation infringe
        build construct
        carry transport convey
        clause provision
        clean wash
        comply observe follow adhere
        confirm acknowledge
        damaged broken
        decide determine
        defer delay
        discount rebate reduction
        employ hire engage
        ensure guarantee
        error fault
        expect anticipate
        explain describe
        facility installation
        find locate
        fix repair
        hurt injure
        illegal unlawful
        indicate show state
        individual person
        injury harm
        law legislation statute
        loan credit
        locate situate
        main principal primary
        manual handbook
        monitor watch
        operate run
        outcome result
        penalty fine
        produce manufacture
        proof evidence
        reach achieve
        resident occupant
        revoke withdraw
        select opt
        ship dispatch
        site location
        supply furnish
        task job
        travel journey
        trip journey
        utilise use
        waive relinquish
        warn alert
        warranty guarantee
        website site
        """
    ),
    unrestricting=words(
        "single respective given particular relevant corresponding full complete entire whole new"
        " total actual usual standard normal exact following above said"
    ),
    particle_verbs=words(
        "hand-in carry-out give-back sign-up switch-off turn-off switch-on turn-on fill-in shut-down"
        " draw-up look-for set-up put-off call-off hand-over set-off"
    ),
    hedges=words(
        "nearly almost hardly barely scarcely allegedly supposedly reportedly purportedly probably"
        " possibly perhaps maybe likely unlikely apparently whether deny denies denied alleges alleged"
        " believed believes suspected suspects doubts doubted rumoured considered claims said thought"
        " planned intends intended proposed expected hopes wants wanted tried attempted would"
    ),
    relatives=words("that who which whose"),
    causal=phrases(
        "because; because of; since; as a result of; due to; owing to; therefore; so that; thus; hence;"
        "that is why; so; for this reason; as; caused by; consequently"
    ),
    conceding=phrases(
        "although; though; even though; despite; in spite of; notwithstanding; but; however;"
        "nevertheless; nonetheless; yet; regardless of; while; whereas; even if"
    ),
    finite=words(
        "is are was were be been has have had will would do does did can could may might must"
        " shall should"
    ),
    anaphora=words("it they them he she him those these one ones"),
    breaks=words(
        "however yet but while whereas although though because which who that whose if unless when where and or"
    ),
)
