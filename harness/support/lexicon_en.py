"""English tables. Lemmas where a field says lemma, folded words elsewhere."""

# ruff: noqa: E501  # a table has one entry a line

from harness.support.lexicon import (
    Lexicon,
    idioms,
    pairs,
    phrases,
    sets,
    tagged,
    tagged_words,
    words,
)

ENGLISH = Lexicon(
    limits_before=tagged(
        le="no more often than; not more often than; no more than; not more than; at most; at the most; up to; no later than; not later than;"
        "no longer than; not longer than; not exceeding; a maximum of; maximum of; max; as many as;"
        "no greater than; not greater than; no larger than; no higher than; no older than; by; until;"
        "till; or fewer than; not over; as much as; to a maximum of; limited to; capped at; not to exceed; restricted to; a ceiling of; a cap of; never more than; at the very most",
        ge="no less often than; not less often than; at least; at the least; at the very least; never less than; no less than; not less than; no fewer than; not fewer than; a minimum of;"
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
        "at most; at the most; maximum; at the latest; max; or lower; tops; or smaller",
        ge="or more; or later; or over; or above; or longer; or older; or higher; or greater; at least;"
        "at the least; minimum; and over; and above; and up; and older; and more; upwards; at the earliest; min; +",
    ),
    limit_adjectives=tagged_words(
        le="maximum max maximal largest biggest longest highest upper latest cap ceiling limit",
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
        permission="it is possible to; is possible; are free to; is free to; are welcome to; may have to; might have to; could have to; may need to; be able to; is able to; are able to; has the right to; have the right to;"
        "free to; entitled to; allowed to; permitted to; may be; can be",
        optional="need not; needn't; not have to; there is no need to; there's no need to; no obligation to;"
        "not obligatory; is optional; are optional; is not mandatory; not compulsory; not necessary;"
        "is not needed; are not needed; isn't needed; aren't needed; isn't required; aren't required;"
        "not needed; without having to; is unnecessary; is not necessary; not be required to; do not need to; don't need to; does not need to;"
        "doesn't need to; do not have to; don't have to; does not have to; doesn't have to;"
        "not required to; is not required; are not required; no need to; not obliged to;"
        "not necessary to; not mandatory",
        ban="must not; mustn't; must never; may never; can never; is prohibited; are prohibited; is forbidden;"
        "are forbidden; is not permitted; are not permitted; is not allowed; are not allowed; isn't allowed;"
        "aren't allowed; isn't permitted; aren't permitted; it is not possible to; no one may; nobody may;"
        "under no circumstances; is not possible; may not; cannot; can not; can't; shall not; not allowed to;"
        "is not tolerated; are not tolerated; do not tolerate; does not tolerate; will not tolerate; not tolerated;"
        "not permitted to; no right to; not entitled to; could not; couldn't; not able to; unable to",
        advice="is supposed to; are supposed to",
        warning="should not; shouldn't; not recommended; not advisable; not advised;"
        "advised against; recommend against; recommended against",
    ),
    conditions=tagged(
        if_="if; provided that; provided; in case; in the event that; in the event of; as long as;"
        "so long as; on condition that; where; when; once; whenever; in case of; subject to; assuming;"
        "providing; providing that; in cases where; in the case of; should you; on the condition that",
        unless="unless; if not; except if; except when; except where",
        only_if="only if; only when; only after; only once; if and only if; only where; only in case",
    ),
    even_if=phrases(
        "even if; even when; even where; even in case; even in the event; regardless of whether; irrespective of whether",
        "even_if",
    ),
    exceptions=tagged(
        except_="except; except for; excluding; other than; with the exception of; apart from;"
        "aside from; save for; save in; save where; save when; save that; save during; except in; except during; except on; except at; save on; excepting; exclusive of; exempt; exempted; are exempt; excepted; excluded; barring; bar; but for",
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
        some="some several certain partly sometimes partially rarely seldom occasionally",
        none="nowhere",
        most="most usually mostly generally typically often majority",
    ),
    function_words=words(
        "a an the this that these those it its they them their theirs he she him her his hers we us"
        " our ours you your yours i me my mine who whom whose which what where when why how and or but"
        " nor so yet if then than as of in on at by for from to into onto with about over under through"
        " during per via is are was were be been being am do does did done doing will would shall has"
        " have had having s t d ll re ve there here also too very just such own another"
        " most up out off down again both either else ever since until while because although"
        " though however therefore thus hence please e.g i.e etc itself themselves yourself himself"
        " herself one ones already still now only even upon against between among towards toward within"
        " some any each every all whose that's it's you'll we'll i'll they'll you're we're they're"
        " you've we've they've let's who's there's aged not no nor never cannot around after before"
        " onwards onward owing additionally furthermore moreover further additional back anything something somewhere anywhere"
    ),
    light=words(
        "incur thing exist mean means be have take get make give pay cost charge apply include contain lasts lasted come go amount"
        " use comprise carry equal provide happen occur become remain runs according place part"
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
        free gratis | paid chargeable charge cost pay
        mandatory compulsory obligatory required | optional voluntary
        online | offline
        internal inside indoor | external outside outdoor
        import | export
        give lend | take borrow
        part-time | full-time
        on-site | off-site
        upload | download
        first | last
        early earlier earliest | late later latest
        more | less fewer
        new newly | old outdated used second-hand
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
        easy easily simple | hard difficult complicated
        left-hand | right-hand
        together jointly | separately apart individually
        expensive costly | cheap inexpensive
        heavy heavier | light lighter
        wide broad | narrow
        thick | thin
        deep | shallow
        hard | soft
        sharp | blunt
        near nearby | far distant
        front | rear
        upstairs | downstairs
        upstream | downstream
        uphill | downhill
        clockwise | anticlockwise counterclockwise
        forward forwards | backward backwards
        inward inwards | outward outwards
        northern | southern
        eastern | western
        sun sunlight | shade
        man boy male | woman girl female
        husband | wife
        mother | father
        son | daughter
        brother | sister
        winner | loser
        senior | junior
        majority | minority
        urban | rural
        sweet | sour bitter
        ripe | unripe
        alive | dead
        awake | asleep
        clean | dirty
        tight tighten | loose loosen
        fasten mount | unfasten unmount dismount
        inflate | deflate
        freeze | thaw melt defrost
        heat warm | cool chill
        ignite | extinguish
        widen | narrow
        strengthen | weaken
        improve | worsen deteriorate
        agree consent | disagree
        join | quit
        hire employ appoint | dismiss
        earn | spend
        teach | learn
        push | pull
        pack | unpack
        load | unload
        fold | unfold
        plug | unplug
        ahead | afterwards arrears retrospectively
        single | double
        weekday | weekend
        noon midday | midnight
        dawn sunrise | dusk sunset
        profit surplus | deficit shortage
        asset | liability
        income revenue | expense expenditure
        natural | artificial synthetic
        raw | cooked
        fresh | stale frozen
        guilty | innocent
        true | false
        foreground | background
        attic roof | cellar basement
        bright | dark dim
        loud noisy | quiet silent
        busy | idle
        occupied | vacant
        smooth | rough
        straight | curved bent
        solid | liquid
        transparent | opaque
        frequent frequently often | rare rarely seldom
        same identical similar | different
        ascend climb | descend
        discount | surcharge
        bonus | penalty
        withhold | release hand disburse
        suspend pause | resume
        continue proceed | stop cease discontinue
        appear | disappear vanish
        upgrade | downgrade
        promote | demote
        merge unite combine | split divide separate
        cover | uncover
        attend | miss
        attract | repel
        reward | punish
        optional | indispensable
        young younger youngest | old older oldest elderly
        tall taller tallest | short shorter shortest
        plural | singular
        paper | electronic digital
        domestic | imported
        stationary | mobile
        sober | drunk
        ahead | behind
        """
    ),
    complements=pairs(
        """
        free gratis | fee charge cost pay paid payment price
        open | close closed shut
        enable activate active on | disable deactivate inactive off
        allow permit legal lawful | ban prohibit forbid illegal unlawful
        include contain | exclude omit
        mandatory compulsory obligatory required | optional voluntary
        valid | invalid void expired
        visible | hidden invisible
        present | absent missing
        supported | unsupported
        online | offline
        lock locked | unlock unlocked
        full complete | partial incomplete
        public | private
        accept approve grant | reject refuse deny decline
        pass succeed | fail
        keep retain | delete discard
        possible able | impossible unable
        alone | accompanied
        same identical unchanged equal | different differ change changed vary
        unlimited | limit limited cap restricted
        remain stay | change leave
        available | unavailable
        binding | bind
        attend | miss
        remember | forget
        damaged broken | intact undamaged
        taxable | exempt
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
        further another additional
        consume draw use
        ask request
        bear shoulder pay
        obligation duty
        oblige require
        premises site
        notice notification
        inform advise notify alert tell
        renew extend prolong
        renewal extension
        lapse end expire terminate
        guest visitor
        patron customer client
        buyer purchaser
        vendor seller
        staff employee personnel worker
        company firm business enterprise undertaking
        total overall
        start begin commence
        initial first
        final last
        prior previous earlier former
        subsequent following later next
        annual yearly
        consent permission approval authorisation authorization
        prohibit forbid ban bar
        allow permit let enable
        deny refuse reject decline
        receive get obtain
        supply deliver
        delivery shipment consignment
        give provide supply grant hand
        necessary needed required
        entitle eligible
        keep hold retain store maintain preserve
        remain stay
        finish complete end
        whole entire all
        kind type sort
        way manner method
        tag label
        fault defect flaw
        faulty defective broken
        mend repair fix
        servicing maintenance service
        upkeep maintenance
        swap exchange replace
        substitute replacement
        spouse husband wife partner
        minor child
        pupil student
        teacher instructor
        physician doctor
        medicine drug medication
        attorney lawyer solicitor
        court tribunal
        dispute disagreement conflict
        settle resolve
        decision ruling
        law statute act
        terms conditions
        agreement contract
        sign execute
        signatory signer
        form application
        request application
        file submit lodge
        send transmit forward mail
        email e-mail by-email
        phone telephone call by-phone
        post mail by-mail
        letter mail
        photograph photo picture photography
        image picture
        car vehicle
        lorry truck
        road street
        flat apartment
        lift elevator
        stairs staircase
        fridge refrigerator
        rubbish waste garbage trash
        tap faucet
        petrol gasoline fuel
        holiday vacation leave
        weekday workday
        wage salary pay
        dismiss fire
        resign quit
        pension retirement
        sick ill unwell
        sickness illness
        wound injury
        injure hurt harm
        damage harm
        insure cover
        insurer insurance-company
        reimburse refund repay compensate
        reimbursement refund repayment compensation
        compensation damages
        fine penalty
        late delayed overdue
        delay postpone defer
        cancel annul revoke call-off
        cancellation cancel
        withdraw revoke retract
        stop cease halt discontinue
        pause suspend interrupt
        resume continue
        increase raise rise grow
        decrease reduce lower cut fall drop
        double twofold
        maximum most
        minimum least
        exceed surpass over
        near close
        adjacent next neighbouring
        inside within
        across throughout
        immediately instantly promptly
        quickly rapidly fast
        rapid quick fast
        soon shortly
        often frequently
        frequent often
        seldom rarely
        usually normally generally ordinarily
        normal ordinary usual regular standard
        separate individual
        separately individually
        together jointly
        shared common joint
        common shared
        cheap inexpensive
        expensive costly
        extra additional
        choose select pick opt
        decide determine
        determine establish
        define specify
        explain describe
        show display present indicate
        visible shown displayed
        hide conceal
        look-for search seek
        examine inspect check review
        review revise
        verify confirm check validate
        verification check
        test trial
        measure gauge
        calculate compute
        calculation computation
        estimate assess
        allocate assign
        assignment task
        make create produce
        build construct erect
        manufacture make produce
        install fit set-up
        fit mount
        connect link attach
        disconnect detach unplug
        attach fasten fix
        switch turn
        switch-on turn-on activate enable
        switch-off turn-off deactivate disable shut-off
        close shut
        lock secure
        clean wash
        rinse wash
        heat warm
        cool chill
        fill top-up
        empty drain
        drink take
        live reside dwell
        move relocate
        relocation move removal
        travel journey trip
        departure leaving
        arrive come reach
        arrival arriving
        enter access
        entry access admission
        admit let-in
        return give-back bring-back send-back hand-back
        bring take carry
        carry transport bear
        copy duplicate
        backup copy
        delete erase remove destroy
        edit change modify alter amend
        amendment change modification alteration
        adjust adapt
        update refresh
        upgrade update
        version release edition
        app application
        user person
        password passcode
        log-in sign-in log-on
        log-out sign-out log-off
        register sign-up enrol
        registration enrolment
        subscribe sign-up
        website site
        screen display
        setting option preference
        default standard
        error fault failure
        fail break
        bug defect
        warn alert caution
        warning alert
        advise recommend
        advice recommendation
        suggest recommend propose
        propose suggest nominate
        offer provide
        purchase buy acquire
        price cost
        fee charge
        invoice bill
        pay settle remit
        payable due
        debt liability
        lend loan
        borrow loan
        transfer move
        meeting session
        chair preside
        attend participate
        participant attendee
        vote ballot
        committee board
        chairman chair chairperson
        supervise oversee monitor
        department division unit
        officer official
        public open
        secret confidential
        private personal
        data information
        information details
        publish release issue
        release issue
        record register log
        book reserve
        reservation booking
        seat place
        sample specimen
        template pattern
        purpose aim
        reason cause ground
        result outcome
        effect consequence
        benefit advantage
        possible feasible
        suitable appropriate
        correct right accurate
        wrong incorrect
        valid effective
        invalid void
        genuine authentic original
        fake counterfeit
        used second-hand
        old former
        adult grown-up
        quiet silent
        noon midday
        autumn fall
        country state
        abroad foreign overseas
        territory area
        surplus excess
        lack shortage absence
        absence leave
        absent missing
        available accessible
        respond reply answer react
        complaint grievance
        complain grievance
        object oppose
        objection appeal
        appeal challenge
        prove demonstrate show
        proof evidence
        certificate attestation
        certify attest
        identify recognise recognize
        custody care
        care look-after
        look-after care
        protect safeguard secure shield
        protection safeguard
        prevent avoid
        ensure guarantee secure
        warrant guarantee
        promise pledge
        commit undertake
        responsible liable accountable
        responsibility liability
        breach violate infringe break
        violation breach infringement
        obey comply follow observe
        compliance conformity
        conform comply
        collect pick-up fetch
        charge bill
        swallow take
        eat consume
        find locate discover
        able capable
        owner proprietor
        leave depart
        early premature
        outstanding unpaid
        mark label
        example instance
        sum amount
        area zone region
        noise sound
        part portion
        reach contact
        press push
        program software
        warn alert
        warranty guarantee
        website site
        apportion divide
        on switch-on turn-on enable activate active
        off switch-off turn-off disable deactivate inactive
        payment pay
        choice choose
        loss lose
        sale sell
        proof prove
        flight fly
        death die
        growth grow
        entry enter
        complaint complain
        advice advise
        destruction destroy
        maintenance maintain
        usage use
        comparison compare
        retention retain
        ability able
        necessity necessary
        belief believe
        knowledge know
        ownership own
        financial finance
        taxation tax
        pregnancy pregnant
        frequency frequent
        accuracy accurate
        theft steal
        injury injure
        erasure erase delete
        handwritten by-hand
        accident mishap
        accompany escort
        accurate exact precise
        allot allocate assign
        appoint name
        assess evaluate
        bicycle bike cycle
        brochure leaflet
        ring call
        child kid
        classify categorise categorize
        collision crash
        coach trainer
        conflict clash
        danger hazard risk
        dangerous hazardous
        deduct subtract
        device appliance apparatus
        discount reduction rebate
        discover find
        divide split
        dwelling home house residence
        employ hire
        exam examination test
        exhibit display
        expert specialist
        film movie
        flammable inflammable
        fragile breakable
        garden yard
        gender sex
        glasses spectacles
        goods product item article merchandise
        identical same
        identification id identity
        improve enhance
        income earnings revenue
        inhabitant resident occupant
        interval pause break
        intend plan
        item article product object
        job position post role
        kilowatt-hour kwh
        lab laboratory
        learner student
        motorbike motorcycle
        offence violation
        ongoing continuing
        operate run work function
        parcel package packet
        permit licence
        pharmacy chemist
        phase stage
        plane aircraft airplane aeroplane
        practise rehearse
        proceeds revenue
        question query
        reason cause
        rent hire lease
        rental hire
        rest remainder
        resume restart
        right entitlement
        schedule timetable
        serious severe grave
        shop store
        stay remain keep
        subject topic
        supper dinner
        tablet pill
        tenant renter
        tender bid
        text wording
        tool instrument
        trainee apprentice
        transport carry convey
        traveller passenger
        tube pipe
        tyre tire
        underage minor
        upkeep maintenance
        urgent pressing
        venue location
        voucher coupon
        wallet purse
        weekday workday
        grower farmer
        found establish
        dissolve disband
        borrower debtor
        lender creditor
        reply answer
        obtain acquire get
        return give-back bring-back send-back hand-back take-back
        refund pay-back
        refuse reject turn-away turn-down
        fill-in fill-out complete
        distribute hand-out
        depart leave set-off
        instalment installment
        cheque check
        storey floor
        abolish scrap
        arrangement agreement
        supervise supervision
        thesis dissertation
        course programme
        queue line
        motorway highway
        pavement sidewalk
        nursery kindergarten
        timetable schedule
        outcome result
        expire run-out
        elderly senior
        dispose discard
        discard throw-away
        reside live
        conceal hide
        rectify correct
        commence begin
        notify notification
        wish want
        assist assistance help aid
        reimburse refund
        inspect inspection
        dosage dose
        beverage drink
        physician doctor gp
        infant baby
        boat vessel ship
        vessel ship
        fuel petrol gasoline
        wire cable
        socket outlet
        screen monitor
        mobile cellphone
        sign signature
        pickup collection
        stock inventory
        postage shipping
        shipping delivery
        courier carrier
        lorry truck van
        track trace
        boss manager superior
        probation trial
        probationary trial
        mortgage loan
        overdraft overdrawn
        fraud deception
        beneficiary recipient
        policyholder insured
        excess deductible
        swelling swell
        vomiting vomit
        breastfeeding breastfeed
        dizziness dizzy
        drowsiness drowsy
        tiredness tired
        scholarship grant
        semester term
        grade mark
        """
    ),
    unrestricting=words(
        "single respective given particular relevant corresponding full complete entire whole"
        " total actual usual standard normal exact following above said"
    ),
    idioms=idioms(
        """
        is: is called; are called; is known as; are known as; is referred to as; are referred to as; is termed; counts as; count as; qualifies as; qualify as; is considered; are considered; is regarded as; are regarded as; is deemed; are deemed; is deemed to be; are deemed to be; is defined as; are defined as; is treated as; are treated as; means; refers to; stands for; is understood as; constitutes
        free: free of charge; at no cost; at no charge; at no extra cost; at no extra charge; at no additional cost; for free; without charge; free of cost; without payment; without paying; cost nothing; costs nothing; cost you nothing
        to: in order to; so as to
        with: together with; along with
        employee: member of staff; staff member
        rise: go up; goes up
        fall: go down; come down
        immediately: at once; right away; straight away; without delay; without undue delay; as soon as possible; with immediate effect; without further delay
        ahead: in advance; ahead of time; beforehand
        commence: take effect; come into force; enter into force; come into effect; go into effect; become effective; start to apply; begin to apply; go live; enter into effect
        written: in writing; in written form
        online: over internet
        use: make use of; avail oneself of
        consider: take into account; take into consideration; take account of
        inspect: carry out inspection of
        happen: take place; come about
        cancel: call off
        refund: get money back; give money back; pay back; get refund; money back; give refund; issue refund
        partially: in part
        yearly: once a year
        monthly: once a month
        weekly: once a week
        daily: once a day
        personally: in person
        together: in combination; along with each other
        alone: on its own; on their own; by itself; by themselves; unaccompanied
        automatically: by itself automatically; on its own automatically
        pay: make payment; make payments; effect payment
        complain: make complaint; file complaint; lodge complaint; submit complaint
        contact: get in touch with; be in touch with; get hold of
        unlimited: without limit; without limits; without restriction; no limit; without any limit; no upper limit
        delete: get rid of; do away with
        discuss: talk about
        promptly: in timely manner; on time; punctually
        overdue: past due; in arrears
        anytime: at any time; any time; at all times
        abroad: outside country; in foreign country
        annex: set forth in
        according-to: in accordance with; in line with; in compliance with; pursuant to; as per; in conformity with
        temporarily: for time being; on temporary basis
        voluntarily: on voluntary basis; of own accord
        regularly: on regular basis; at regular intervals
        separately: on separate basis
        manually: by hand
        currently: at present; at moment; at this time
        assist: be of assistance
        outdoors: in open; in open air
        weekend: at weekends; on weekends; on weekend; at weekend
        effective: in effect; in force
        by-mail: by post; by mail; by letter; by postal mail
        by-email: by e-mail; by email; via email; via e-mail; by electronic mail; e-mail; email; by e - mail; via e - mail; e - mail; electronic mail
        by-phone: by telephone; by phone; over phone; via telephone; over telephone; via phone
        permanently: for ever
        responsible: in charge of; answerable for
        exceptionally: in exceptional cases; in exceptional circumstances; by way of exception; as exception; in exceptional case
        theoretically: in theory
        intended: plan to; plans to; intend to; intends to; hope to; hopes to
        decide: make decision; take decision; reach decision
        """
    ),
    particle_verbs=words(
        "hand-in carry-out give-back sign-up switch-off turn-off switch-on turn-on fill-in shut-down"
        " draw-up look-for set-up put-off call-off hand-over set-off send-back bring-back hand-back"
        " take-back pay-back turn-away turn-down hand-out fill-out throw-away run-out look-after pick-up"
    ),
    hedges=words(
        "myth untrue nearly almost hardly barely scarcely allegedly supposedly reportedly purportedly probably"
        " possibly perhaps maybe likely unlikely apparently whether deny denies denied alleges alleged"
        " believed believes suspected suspects doubts doubted rumoured considered claims said thought"
        " planned intends intended promises promised proposed expected hopes wants wanted tried attempted would"
        " exceptionally theoretically discretion seem seems suppose imagine pretend"
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
